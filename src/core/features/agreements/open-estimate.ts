import { agentAnswersHere } from '#shared/features/agent/agent-hours.rules.ts';
import type { AgentHours, OpenHours } from '#shared/features/agent/agent.schema.ts';
import { ACCESS_COLUMNS, accessOf, type AccessRow } from '../billing/access.ts';
import { hasPremium } from '../widget/offer.repository.ts';
import type { Kysely } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Database } from '../../platform/db/tables.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import { inCompany, type CompanyTx } from '../../platform/db/app.ts';
import type { EstimateRow } from '../estimates/estimates.table.ts';
import { prepared } from '../../platform/db/dialect.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { hashToken } from '../../platform/secrets.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { enqueuePush } from '../push/enqueue-push.ts';
import { planReminders } from '../reminders/plan-reminders.ts';
import type { Version } from '../estimates/estimate-document.ts';
import { findVersion } from '../estimates/read-version.ts';

export type OpenDeps = SystemDeps & Pick<Deps, 'clock'>;

/**
 * The data for the homeowner's page: the estimate version, and the contractor's color if the plan includes branding.
 */
export interface OpenedEstimate {
  version: Version;
  brandColor: string | null;
  /** Whether the contractor's Stripe account can currently accept payments (S14). */
  connected: boolean;
  /**
   * Whether the company's sales agent currently answers questions about the estimate. True if the plan includes the
   * agent, the agent is turned on, and the current time is within the agent's hours.
   */
  answers: boolean;
  /** Whether the company takes visits, so that the homeowner can book one. */
  takesVisits: boolean;
}

/**
 * Reads the version that a private link points to. Returns undefined if the token is unknown, altered or revoked. For
 * such a token, only one query is run. That query searches all tenants' links, because the company isn't known yet.
 */
export const openEstimate = async ({ system, clock }: OpenDeps, token: string): Promise<OpenedEstimate | undefined> => {
  const at = clock.now();
  const link = await companiesIn(system)
    .innerJoin('estimate_links as link', 'link.company_id', 'profile.id')
    .select(['link.company_id', 'link.estimate_id'])
    .where('link.token_hash', '=', hashToken(token))
    .where('link.revoked_at', 'is', null)
    .modifyFront(prepared)
    .executeTakeFirst();
  if (!link) return undefined;
  const version = await findVersion(system, { companyId: link.company_id, id: link.estimate_id, at });
  if (!version) return undefined;
  return { version, ...settingsOf(link, at) };
};

/** Reads what the company's settings add to the page of any of its estimates. */
export async function readSettingsOfPage(
  tx: CompanyTx,
  { companyId, at }: { companyId: CompanyId; at: Date },
): Promise<Omit<OpenedEstimate, 'version'>> {
  const company = await companiesIn(tx).where('profile.id', '=', companyId).executeTakeFirstOrThrow();
  return settingsOf(company, at);
}

const companiesIn = (db: Kysely<Database>) =>
  db
    .selectFrom('company_profiles as profile')
    .leftJoin('subscribers as plan', 'plan.company_id', 'profile.id')
    .leftJoin('agent_settings as agent', 'agent.company_id', 'profile.id')
    .leftJoin('visit_settings as visits', (join) =>
      join.onRef('visits.company_id', '=', 'profile.id').on('visits.user_id', 'is', null),
    )
    .select(['profile.stripe_account_id', 'profile.stripe_connected', 'profile.time_zone'])
    .select(['profile.widget_primary_color', 'visits.enabled as takes_visits'])
    .select(['agent.estimate_page', 'agent.hours', 'agent.open_hours'])
    .select(ACCESS_COLUMNS.map((column) => `plan.${column}` as const));

type PageSettings = Awaited<ReturnType<ReturnType<typeof companiesIn>['executeTakeFirstOrThrow']>>;

const settingsOf = (company: PageSettings, at: Date): Omit<OpenedEstimate, 'version'> => ({
  brandColor: hasPremium(planOf(company), at) ? company.widget_primary_color : null,
  connected: company.stripe_account_id !== null && company.stripe_connected,
  answers: accessOf(planOf(company), at).hasDashboard && answersNow(company, at),
  takesVisits: company.takes_visits === true,
});

/**
 * Whether the company's settings currently let the agent answer on the estimate page. Default settings apply if none
 * are stored.
 */
const answersNow = (
  {
    estimate_page: estimatePage,
    hours,
    open_hours: openHours,
    time_zone: zone,
  }: { estimate_page: boolean | null; hours: AgentHours | null; open_hours: OpenHours[] | null; time_zone: string },
  now: Date,
): boolean =>
  agentAnswersHere(
    { estimatePage: estimatePage ?? true, hours: hours ?? 'always', openHours: openHours ?? [] },
    'estimate_page',
    { now, zone },
  );

/** Reads the plan's columns from a left join. If the tier is null, there's no plan row. */
const planOf = (row: { [Column in keyof AccessRow]: AccessRow[Column] | null }): AccessRow | undefined =>
  row.subscription_tier === null
    ? undefined
    : {
        subscribed: row.subscribed === true,
        subscription_tier: row.subscription_tier,
        subscription_end: row.subscription_end,
        stripe_status: row.stripe_status,
        cancel_at_period_end: row.cancel_at_period_end === true,
        free_until: row.free_until,
        credits_bought_at: row.credits_bought_at,
      };

/** Views repeated within this time share one timeline entry. */
const QUIET = 30 * MINUTE;

/**
 * Records that a homeowner viewed the estimate. Updates the first and last view times and the number of views, and
 * changes the status from 'sent' to 'viewed'. Adds at most one timeline entry per version every 30 minutes. Two
 * simultaneous views are both counted but add only one entry, because the row lock makes the second view wait for the
 * first.
 */
export const recordView = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, company_id: companyId, lead_id: leadId }: Pick<EstimateRow, 'id' | 'company_id' | 'lead_id'>,
): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    // Locks the lead before the estimate, as answers and payments do, to prevent deadlocks.
    await tx.selectFrom('leads').select('id').where('id', '=', leadId).forKeyShare().execute();
    const viewed = await tx
      .updateTable('estimates')
      .set((row) => ({
        view_count: row('view_count', '+', 1),
        first_viewed_at: row.fn.coalesce('first_viewed_at', row.val(at)),
        last_viewed_at: at,
        status: row
          .case()
          .when('status', '=', 'sent')
          .then('viewed' as const)
          .else(row.ref('status'))
          .end(),
      }))
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .returning(['id', 'lead_id', 'number', 'view_count', 'status', 'valid_until'])
      .executeTakeFirst();
    if (!viewed) return;
    if (viewed.view_count === 1 && viewed.status === 'viewed') {
      await planReminders(tx, { companyId, estimate: viewed, rules: ['not_answered'], at });
      await enqueuePush(tx, { companyId, leadId: viewed.lead_id, event: 'viewed', key: `viewed:${viewed.id}`, at });
    }
    if (await wasSaid(tx, viewed, at)) return;
    const data = { number: viewed.number, count: viewed.view_count };
    await addTimelineEvent(tx, { companyId, leadId: viewed.lead_id, kind: 'estimate_viewed', at, data });
  });

const wasSaid = async (
  tx: CompanyTx,
  { lead_id: leadId, number }: Pick<EstimateRow, 'lead_id' | 'number'>,
  at: Date,
): Promise<boolean> => {
  const said = await tx
    .selectFrom('timeline_events')
    .select('data')
    .where('lead_id', '=', leadId)
    .where('kind', '=', 'estimate_viewed')
    .where('at', '>', new Date(at.getTime() - QUIET))
    .execute();
  return said.some(({ data }) => data['number'] === number);
};
