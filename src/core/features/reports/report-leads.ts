import { type RawBuilder, sql } from 'kysely';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import {
  type Figure,
  isBasic,
  lastDayOfAge,
  type OwedAge,
  parseFigure,
} from '#shared/features/reports/figure.rules.ts';
import type { ReportLeadsInput } from '#shared/features/reports/reports.schema.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Cursor, pageOf, readCursor } from '../leads/cursor.ts';
import { listedLeads } from '../leads/read-leads.ts';
import { instantText } from '../leads/leads.repository.ts';
import { askedOf, type ReportViewer, requireAdvanced } from './asked.ts';
import { monthOfSlot } from './facts.ts';
import { type Asked, isAsked, withChanged } from './read-figures.ts';

const PAGE = 50;

/**
 * Returns one page of exactly the leads that a figure counts, newest first. Throws VALIDATION_FAILED if the figure or
 * cursor is unknown. Throws UPGRADE_REQUIRED if the plan doesn't include the figure or the filters.
 */
export const reportLeads = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: ReportViewer,
  input: ReportLeadsInput,
): Promise<{ items: LeadView[]; nextCursor: string | null }> => {
  const figure = parseFigure(input.figure);
  if (!figure) throw invalid({ figure: 'That figure isn’t in this report' });
  const after = input.cursor ? readCursor(input.cursor, 'instant') : null;
  return inCompany(db, viewer.companyId, async (tx) => {
    const now = clock.now();
    await requireAdvanced(tx, viewer, { at: now, unless: isBasic(figure) && !hasMore(input) });
    const asked = await askedOf(tx, viewer.companyId, { ...input, now });
    const { page, nextCursor } = pageOf(await behind(tx, { asked, figure, after }), PAGE);
    return {
      items: await listedLeads(tx, { companyId: viewer.companyId, ids: page.map(({ id }) => id), now }),
      nextCursor,
    };
  });
};

export const hasMore = ({ filters, compare }: Pick<ReportLeadsInput, 'filters' | 'compare'>): boolean =>
  compare !== undefined || Object.values(filters ?? {}).some((value) => value !== undefined);

interface Behind {
  asked: Asked;
  figure: Figure;
  after: Cursor | null;
}

/**
 * Reads the leads that a figure counts, using the index report_facts_newest. Leads that changed since the last fold are
 * read from their rows.
 */
async function behind(tx: CompanyTx, { asked, figure, after }: Behind): Promise<{ id: LeadId; cursor_key: string }[]> {
  const beyond = after ? sql`and (lead.created_at, lead.id) < (${after.key}::timestamptz, ${after.id}::uuid)` : sql``;
  const some = (facts: string, and: RawBuilder<unknown>) => sql`
    select lead.id, lead.created_at from ${sql.ref(facts)} lead
    where lead.company_id = ${asked.companyId} and ${isAsked('lead', asked)} and ${counts(figure, asked)} ${and} ${beyond}
    order by lead.created_at desc, lead.id desc limit ${PAGE + 1}`;
  const { rows } = await sql<{ id: LeadId; cursor_key: string }>`with ${withChanged(asked.companyId)}
    select id, ${instantText('created_at')} as cursor_key from (
      (${some('report_facts', sql`and lead.id not in (select lead from changed)`)})
      union all (${some('fresh', sql``)})) either
    order by created_at desc, id desc limit ${PAGE + 1}`.execute(tx);
  return rows;
}

/** Returns the SQL condition for the leads that a figure counts. `lead` is the alias of the rows of facts. */
function counts(figure: Figure, { now, zone }: Asked): RawBuilder<unknown> {
  switch (figure.kind) {
    case 'leads':
      return sql`true`;
    case 'answered':
      return sql`lead.answer_minutes is not null`;
    case 'won':
      return sql`lead.won`;
    case 'outstanding':
      return sql`lead.outstanding_cents > 0`;
    case 'deposited':
      return sql`lead.deposited_cents <> 0`;
    case 'lost':
      return sql`lead.reasons <> '{}'`;
    case 'funnel':
      return sql`lead.stage >= ${figure.stage}`;
    case 'owed':
      return isOwed(figure.age, now);
    case 'received':
      return sql`(select sum(cents) from unnest(lead.paid_slots, lead.paid_cents) as paid (slot, cents)
        where ${monthOfSlot(sql`slot`, zone)} = ${figure.month}) <> 0`;
    case 'step':
      return sql`lead.steps[${figure.step}::int] > 0`;
    case 'reason':
      return sql`exists (select from unnest(lead.reasons) reason
        where coalesce(nullif(btrim(reason), ''), 'No reason') = ${figure.value})`;
    case 'user':
      return sql`lead.user_id::text = ${figure.value}`;
    default:
      return sql`${sql.ref(`lead.${VALUE_OF[figure.kind]}`)} = ${figure.value}`;
  }
}

/**
 * Returns the SQL condition for leads that owe money and are in this age group. Ages are in days since the acceptance.
 */
function isOwed(age: OwedAge, now: Date): RawBuilder<unknown> {
  const last = lastDayOfAge(age);
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
  return sql.join(
    [
      sql`lead.outstanding_cents > 0`,
      ...(age === 0 ? [] : [sql`lead.accepted_at <= ${daysAgo(age)}`]),
      ...(last === null ? [] : [sql`lead.accepted_at > ${daysAgo(last + 1)}`]),
    ],
    sql` and `,
  );
}

const VALUE_OF = {
  source: 'source',
  material: 'material_type',
  zip: 'zip',
  first: 'first_touch',
  last: 'last_touch',
} as const;
