import { type InstantReason } from '#shared/features/instant/instant.schema.ts';
import { whyNotInstant } from '#shared/features/instant/instant.rules.ts';
import type { WidgetLeadAnswer } from '#shared/features/widget/widget.schema.ts';
import { AppError, type ErrorCode } from '#shared/primitives/app-error.ts';
import type { CompanyId, EstimateId, LeadId } from '#shared/primitives/ids.ts';
import { type Selectable, sql } from 'kysely';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { sendInTransaction } from '../agreements/send-estimate.ts';
import { documentOf } from '../estimates/estimate-document.ts';
import { estimateUrl, findTokens } from '../estimates/estimate-links.ts';
import { getVersion } from '../estimates/read-version.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';
import { dropWaitingReply } from '../leads/instant-reply.ts';
import type { InstantRequestsTable } from '../leads/leads.table.ts';
import { spendBudgets } from '../trust/budgets.ts';
import { readInstantSettings } from './instant-settings.ts';
import { readFacts, spendsOf } from './read-facts.ts';

export type SettleDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** The part of a request's answer that says what went out. */
export type SentInstant = Required<NonNullable<WidgetLeadAnswer['estimate']>>;

interface OneLead {
  companyId: CompanyId;
  leadId: LeadId;
}

/**
 * Decides about a lead's request that is 'pending', in one transaction: sends the estimate by the code that sends any
 * estimate, or stores why not. Repeated and simultaneous calls decide once. Returns the estimate that went out for the
 * request with this key, whichever call sent it, or null. A call without a key gets it for any request. Locks the
 * company's settings first, so that a switch that is turned off at the same time either comes after the estimate or
 * stops it.
 */
export async function settleRequest(
  deps: SettleDeps,
  { companyId, leadId, key }: OneLead & { key?: string },
): Promise<SentInstant | null> {
  return inCompany(deps.db, companyId, async (tx) => {
    const of = { companyId, leadId };
    const before = await findRequest(tx, of);
    if (!before) return null;
    const request = before.state === 'pending' ? await decide(tx, deps, of) : before;
    if (!request || request.estimate_id === null || (key !== undefined && request.idempotency_key !== key)) return null;
    return viewSent(tx, deps, { companyId, estimateId: request.estimate_id });
  });
}

const findRequest = (tx: CompanyTx, { companyId, leadId }: OneLead, lock = false) =>
  tx
    .selectFrom('instant_requests')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();

type Settled = Pick<Selectable<InstantRequestsTable>, 'idempotency_key' | 'estimate_id'>;

async function decide(tx: CompanyTx, deps: Pick<Deps, 'clock' | 'config'>, of: OneLead): Promise<Settled | undefined> {
  const { companyId, leadId } = of;
  const settings = await readInstantSettings(tx, companyId, { lock: true });
  const lead = await lockLead(tx, companyId, leadId);
  const request = await findRequest(tx, of, true);
  if (!lead || request?.state !== 'pending') return request;
  const asking = { companyId, lead, settings, network: request.network, at: deps.clock.now() };
  const { facts, input } = await readFacts(tx, asking);
  const reason = whyNotInstant(facts);
  if (reason !== null || input === null) return note(tx, of, { state: reason ?? 'price', estimate_id: null });
  const sent = await orReason(tx, async () => {
    const { estimateId } = await sendInTransaction(tx, deps, { companyId, isAdmin: false, input, instant: true });
    // The settings' lock makes other requests wait, so that the room found above is still there.
    await spendBudgets(tx, spendsOf(asking), asking.at);
    return estimateId;
  });
  if ('reason' in sent) return note(tx, of, { state: sent.reason, estimate_id: null });
  // The estimate says all that the first answer would say.
  await dropWaitingReply(tx, of, 'email', SUPERSEDED);
  await dropWaitingReply(tx, of, 'sms', SUPERSEDED);
  return note(tx, of, { state: 'sent', estimate_id: sent.done });
}

const SUPERSEDED = 'The estimate was sent at once';

const note = (
  tx: CompanyTx,
  { companyId, leadId }: OneLead,
  change: { state: InstantReason | 'sent'; estimate_id: EstimateId | null },
): Promise<Settled | undefined> =>
  tx
    .updateTable('instant_requests')
    .set(change)
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .returning(['idempotency_key', 'estimate_id'])
    .executeTakeFirst();

/** Why an estimate wasn't sent, by the error of the code that sends it. */
const REASON_OF: Partial<Record<ErrorCode, InstantReason>> = {
  SUBSCRIPTION_REQUIRED: 'quota',
  QUOTA_EXHAUSTED: 'quota',
  RATE_LIMITED: 'recent',
  VALIDATION_FAILED: 'price',
  CONFLICT: 'held',
};

/** Does the work, or undoes it and returns why it was refused. Other errors are thrown. */
async function orReason<T>(tx: CompanyTx, work: () => Promise<T>): Promise<{ done: T } | { reason: InstantReason }> {
  await sql`savepoint before_instant`.execute(tx);
  try {
    return { done: await work() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint before_instant`.execute(tx);
    // Anything else is a detail of the company that sending requires.
    return { reason: REASON_OF[error.code] ?? 'off' };
  }
}

async function viewSent(
  tx: CompanyTx,
  { config, clock }: Pick<Deps, 'clock' | 'config'>,
  { companyId, estimateId }: { companyId: CompanyId; estimateId: EstimateId },
): Promise<SentInstant | null> {
  const version = await getVersion(tx, { companyId, id: estimateId, at: clock.now() });
  const tokens = await findTokens(tx, { companyId, estimateIds: [estimateId], secret: config.APP_SECRET });
  const token = tokens.get(estimateId);
  if (token === undefined) return null;
  const { estimate } = version;
  return {
    totalCents: documentOf(version).chosen.totalCents,
    perimeter: estimate.perimeter_ft,
    gateCount: estimate.gate_count,
    materialType: estimate.material_type,
    estimateId,
    number: estimate.number,
    url: estimateUrl(config, token),
  };
}
