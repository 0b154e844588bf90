import type { MailStateView } from '#shared/features/opt-outs/mail-state.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import type { OptOutsTable } from '../permission/permission.table.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { isWish } from '../permission/opt-out.repository.ts';

/**
 * Why an email address is suppressed, by source, most important first. Any other source is the person's own request.
 */
const REASONS: Partial<Record<OptOutsTable['source'], string>> = {
  bounce: 'Email to this address bounces because the mailbox doesn’t exist. Correct the email address to continue.',
  complaint: 'Email is stopped because this person reported your email as spam.',
  soft_bounces: 'Email to this address is paused because three emails bounced within 72 hours.',
  contractor: 'You turned off email follow-ups for this person. Estimates and receipts are still sent.',
};
const NO_EMAIL = 'This lead has no email address.';
const UNSUBSCRIBED = 'Unsubscribed from follow-up emails. Estimates and receipts are still sent.';

/** Returns whether a lead can be emailed, and if not, why (C26). Throws NOT_FOUND. */
export const mailState = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId, leadId: LeadId): Promise<MailStateView> =>
  inCompany(db, companyId, async (tx) => {
    const address = await addressOf(tx, companyId, leadId);
    if (address === null) return { allowed: false, reason: NO_EMAIL, canResume: false, stopped: false };
    const sources = await liveSources(tx, companyId, address);
    const known = Object.entries(REASONS).find(([source]) => sources.some((live) => live === source));
    const reason = known?.[1] ?? (sources.length > 0 ? UNSUBSCRIBED : null);
    return {
      allowed: reason === null,
      reason,
      canResume: known?.[0] === 'soft_bounces',
      stopped: sources.some(isWish),
    };
  });

/**
 * Lifts the pause after soft bounces, and restarts the count. Does nothing if the lead's email address isn't paused.
 * Throws NOT_FOUND.
 */
export const resumeMail = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, companyId: CompanyId, leadId: LeadId) =>
  inCompany(db, companyId, async (tx): Promise<null> => {
    const at = clock.now();
    const lifted = await tx
      .updateTable('opt_outs')
      .set({ lifted_at: at })
      .where('company_id', '=', companyId)
      .where('channel', '=', 'email')
      .where('address', '=', await addressOf(tx, companyId, leadId))
      .where('source', '=', 'soft_bounces')
      .where('lifted_at', 'is', null)
      .executeTakeFirst();
    if (lifted.numUpdatedRows > 0n)
      await addTimelineEvent(tx, {
        companyId,
        leadId,
        kind: 'opted_in',
        at,
        data: { channel: 'email', source: 'soft_bounces' },
      });
    return null;
  });

/** Returns the lead's email address as stored in opt_outs, or null if the lead has none. Throws NOT_FOUND. */
async function addressOf(tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<string | null> {
  const lead = await tx
    .selectFrom('leads')
    .select('email')
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .executeTakeFirst();
  if (!lead) throw notFound('the lead');
  return lead.email?.trim().toLowerCase() ?? null;
}

async function liveSources(tx: CompanyTx, companyId: CompanyId, address: string): Promise<OptOutsTable['source'][]> {
  const rows = await tx
    .selectFrom('opt_outs')
    .select('source')
    .where('company_id', '=', companyId)
    .where('channel', '=', 'email')
    .where('address', '=', address)
    .where('lifted_at', 'is', null)
    .execute();
  return rows.map(({ source }) => source);
}
