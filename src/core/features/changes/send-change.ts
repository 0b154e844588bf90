import { changeStatusNow } from '#shared/features/changes/change-status.rules.ts';
import { CHANGE_VALID_DAYS, type ChangeStatus, type ChangeView } from '#shared/features/changes/changes.schema.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { ChangeId, CompanyId } from '#shared/primitives/ids.ts';
import { addDays, localDateOf } from '#shared/primitives/local-date.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import type { Deps } from '../../platform/deps.ts';
import type { StoredChange } from '../estimates/document-changes.ts';
import type { Version } from '../estimates/estimate-document.ts';
import type { EstimateDeps } from '../estimates/estimate-deps.ts';
import { ensureToken, estimateUrl } from '../estimates/estimate-links.ts';
import { getCompany } from '../estimates/estimates.repository.ts';
import { getVersion } from '../estimates/read-version.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { enqueueMessage } from '../messages/enqueue-message.ts';
import { writeToHomeowner } from '../messages/write-to-homeowner.ts';
import { beginEnd, endOrLeave } from '../payments/end-open-payments.ts';
import { findOnItsWay } from '../payments/payments.repository.ts';
import { reachOf } from '../permission/reach-of.ts';
import { readProofs, requireAllowed } from '../trust/company-allowance.ts';
import { countRecipient } from '../trust/recipients.ts';
import { followChange, noteChange } from './agree-change.ts';
import { viewChange } from './change-view.ts';
import { changeAgreed, changeSent } from './messages/change-messages.ts';
import { whyNotChangeable } from './require-changeable.ts';

interface OfChange {
  companyId: CompanyId;
  changeId: ChangeId;
}

interface Locked {
  version: Version;
  change: StoredChange;
  lead: LeadRow;
  at: Date;
}

/** Locks a change's lead and reads the change under the lock. Throws NOT_FOUND. */
const lockChange = async (tx: CompanyTx, { companyId, changeId }: OfChange, at: Date): Promise<Locked> => {
  const found = await tx
    .selectFrom('estimate_changes')
    .innerJoin('estimates', 'estimates.id', 'estimate_changes.estimate_id')
    .select(['estimates.id', 'estimates.lead_id'])
    .where('estimate_changes.company_id', '=', companyId)
    .where('estimate_changes.id', '=', changeId)
    .executeTakeFirst();
  if (!found) throw notFound('this change');
  const lead = await lockLeadOrThrow(tx, companyId, found.lead_id);
  const version = await getVersion(tx, { companyId, id: found.id, at });
  const change = version.changes.find(({ id }) => id === changeId);
  if (!change) throw notFound('this change');
  return { version, change, lead, at };
};

const DECIDED: Partial<Record<ChangeStatus, string>> = {
  signed: 'This change is already signed',
  declined: 'This change was declined. Make a new one',
  canceled: 'This change was canceled. Make a new one',
  expired: 'This change has expired. Make a new one',
};

/**
 * Sends a change to the homeowner, who can sign it for 14 days. A change that costs nothing more needs no signature: it
 * counts at once, and the homeowner gets a copy. Sending it again returns the same link. Throws NOT_FOUND, CONFLICT if it
 * was decided, the errors of a job that can't be changed, and those of `reachOf` and `countRecipient`.
 */
export const sendChange = async (deps: StripeDeps & EstimateDeps, of: OfChange): Promise<{ url: string }> => {
  const { url, open } = await inCompany(deps.db, of.companyId, async (tx) => {
    const locked = await lockChange(tx, of, deps.clock.now());
    const { version, change, at } = locked;
    const link = { companyId: of.companyId, estimateId: version.estimate.id, secret: deps.config.APP_SECRET, at };
    const status = changeStatusNow(change, at);
    const refusal = DECIDED[status];
    if (refusal !== undefined) throw new AppError(refusal, 'CONFLICT');
    const sent = status === 'draft' ? await send(tx, locked) : {};
    return { ...sent, url: estimateUrl(deps.config, await ensureToken(tx, link)) };
  });
  if (open) await endOrLeave(deps, open);
  await deps.wakeUps.enqueue(of.companyId);
  return { url };
};

const send = async (tx: CompanyTx, locked: Locked) => {
  const { version, change, lead, at } = locked;
  const { company_id: companyId } = change;
  const refusal = await whyNotChangeable(tx, version, { lead, at });
  if (refusal) throw refusal;
  const isCredit = change.net_cents <= 0;
  await update(tx, change, {
    status: isCredit ? 'credited' : 'sent',
    sent_at: at,
    valid_until: addDays(localDateOf(at, change.job_zone), CHANGE_VALID_DAYS),
    ...(isCredit && { decided_at: at }),
  });
  await noteChange(tx, locked, isCredit ? 'credited' : 'sent');
  if (!isCredit) {
    await announce(tx, locked);
    return {};
  }
  const about = { companyId, leadId: lead.id, payload: { changeId: change.id }, at };
  await followChange(tx, locked);
  await writeToHomeowner(tx, { ...about, kind: changeAgreed, dedupeKey: `change.agreed:${change.id}` });
  // A checkout that is open may be over what is left to pay now.
  const online = await findOnItsWay(tx, { companyId, leadId: lead.id });
  return online?.status === 'open' ? { open: await beginEnd(tx, online) } : {};
};

/** Queues an email with the link, and a text if the lead consented. */
const announce = async (tx: CompanyTx, { change, lead, at }: Locked): Promise<void> => {
  const { company_id: companyId } = change;
  const proofs = await readProofs(tx, companyId, at);
  requireAllowed(proofs, 'answers');
  const company = await getCompany(tx, companyId);
  const to = await reachOf(tx, { company, lead, at, what: 'the change' });
  const ways = (['email', 'sms'] as const).filter((way) => to[way] !== null);
  await countRecipient(tx, { company_id: companyId, lead, ways, proofs, at });
  for (const channel of ways)
    await enqueueMessage(tx, {
      companyId,
      leadId: lead.id,
      kind: changeSent,
      channel,
      to: to[channel] ?? '',
      payload: { changeId: change.id },
      dedupeKey: `change.sent:${change.id}:${channel}`,
      at,
    });
};

/** Takes a change back that isn't decided. Taking it back again changes nothing. Throws NOT_FOUND and CONFLICT. */
export const cancelChange = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, of: OfChange): Promise<ChangeView> =>
  inCompany(db, of.companyId, async (tx) => {
    const locked = await lockChange(tx, of, clock.now());
    const { version, change, at } = locked;
    if (change.status === 'canceled') return viewChange(version, change, { at });
    if (change.status !== 'draft' && change.status !== 'sent')
      throw new AppError(DECIDED[change.status] ?? 'This change counts already. Make another change', 'CONFLICT');
    await update(tx, change, { status: 'canceled', decided_at: at });
    if (change.status === 'sent') await noteChange(tx, locked, 'canceled');
    return viewChange(version, { ...change, status: 'canceled', decided_at: at }, { at });
  });

type Update = Partial<Pick<StoredChange, 'status' | 'sent_at' | 'valid_until' | 'decided_at' | 'decline_reason'>>;

/** Writes what became of a change. */
export const update = async (
  tx: CompanyTx,
  { company_id: companyId, id }: Pick<StoredChange, 'company_id' | 'id'>,
  to: Update,
): Promise<void> => {
  await tx.updateTable('estimate_changes').set(to).where('company_id', '=', companyId).where('id', '=', id).execute();
};
