import type { DealUpdateInput, DealView } from '#shared/features/crm/crm.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { setOutcome } from '../leads/update-lead.ts';
import { type DealChange, memberName, noteDeals } from '../deals/note-deals.ts';
import { getDealView } from './read-deals.ts';
import { requireLead, requireOwner } from './write-deals.ts';

/**
 * Changes only the given fields and records the changes in the deal's history. Throws NOT_FOUND if the deal or the lead
 * doesn't exist. Throws CONFLICT if the lead is waiting for review. Throws VALIDATION_FAILED if a reason is given for a
 * deal that isn't lost. Also throws the errors of `requireOwner`.
 */
export const updateDeal = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  companyId: CompanyId,
  input: DealUpdateInput,
): Promise<DealView> =>
  inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    const { dealId } = input;
    const seen = await getDealView(tx, { companyId, dealId, at });
    // Leads are locked before deals.
    if (input.leadId) await requireLead(tx, companyId, input.leadId);
    if (input.leadLost !== undefined) await setLeadLost(tx, { companyId, deal: seen, input, at });
    if (input.ownerId) await requireOwner(tx, companyId, input.ownerId);
    await lockDeal(tx, companyId, dealId);
    const before = await getDealView(tx, { companyId, dealId, at });
    const { title, leadId, note, expectedClose, ownerId } = input;
    await tx
      .updateTable('deals')
      .set({
        // Updates at least one column, even if no fields are given.
        title: title ?? before.title,
        lead_id: leadId,
        note,
        expected_close: expectedClose,
        owner_id: ownerId,
        ...amountChange(before, input),
        ...lossChange(before, input, at),
      })
      .where('company_id', '=', companyId)
      .where('id', '=', dealId)
      .execute();
    await noteDeals(tx, { companyId, at }, await changesOf(tx, before, input));
    return getDealView(tx, { companyId, dealId, at });
  });

const lockDeal = (tx: CompanyTx, companyId: CompanyId, dealId: DealView['id']) =>
  tx
    .selectFrom('deals')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', dealId)
    .forUpdate()
    .execute();

const amountChange = (before: DealView, { amountCents }: DealUpdateInput) =>
  amountCents !== undefined && amountCents !== before.amountCents
    ? { amount_cents: amountCents, amount_from_estimate: false }
    : {};

const lossChange = (before: DealView, { lost, lostReason }: DealUpdateInput, at: Date) => {
  if (lost === false) return before.lostAt === null ? {} : { lost_at: null, lost_reason: null, moved_at: at };
  if (lost !== true && before.lostAt === null) {
    if (lostReason) throw invalid({ lostReason: 'Mark the deal as lost first' });
    return {};
  }
  const reason = lostReason === undefined ? {} : { lost_reason: lostReason };
  return before.lostAt === null ? { lost_at: at, moved_at: at, ...reason } : reason;
};

/**
 * Marks the deal's lead as lost too, or reopens it. Only open leads can be marked as lost, and only lost leads can be
 * reopened.
 */
async function setLeadLost(
  tx: CompanyTx,
  { companyId, deal, input, at }: { companyId: CompanyId; deal: DealView; input: DealUpdateInput; at: Date },
): Promise<void> {
  const leadId = deal.lead?.id;
  if (leadId === undefined || input.leadLost === undefined) return;
  const outcome = input.leadLost ? ('lost' as const) : null;
  await setOutcome(tx, {
    companyId,
    leadId,
    from: input.leadLost ? null : 'lost',
    outcome,
    reason: input.lostReason ?? undefined,
    at,
  });
}

/** Returns the history entries for an update. */
async function changesOf(tx: CompanyTx, before: DealView, input: DealUpdateInput): Promise<DealChange[]> {
  const { id: dealId, lostAt } = before;
  const changes: DealChange[] = [];
  const { amountCents, expectedClose, ownerId, lost, lostReason } = input;
  if (amountCents !== undefined && amountCents !== before.amountCents)
    changes.push({ dealId, kind: 'amount', was: amountText(before.amountCents), became: amountText(amountCents) });
  if (expectedClose !== undefined && expectedClose !== before.expectedClose)
    changes.push({ dealId, kind: 'expected_close', was: before.expectedClose, became: expectedClose });
  if (ownerId !== undefined && ownerId !== (before.owner?.userId ?? null))
    changes.push({
      dealId,
      kind: 'owner',
      was: before.owner?.name ?? null,
      became: await memberName(tx, ownerId),
    });
  if (lost === false && lostAt !== null) changes.push({ dealId, kind: 'reopened' });
  const isNewLoss = lost === true && lostAt === null;
  const isOtherReason = lost !== false && lostReason !== undefined && lostReason !== before.lostReason;
  if (isNewLoss || (lostAt !== null && isOtherReason))
    changes.push({ dealId, kind: 'lost', became: lostReason ?? null });
  return changes;
}

const amountText = (cents: number | null): string | null => (cents === null ? null : formatCents(cents));
