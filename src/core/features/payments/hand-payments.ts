import type {
  RecordedPayment,
  RecordPaymentInput,
  VoidPaymentInput,
} from '#shared/features/payments/payments.schema.ts';
import { AppError, invalid, notFound } from '#shared/primitives/app-error.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { atLocalTime, type LocalDate, localDateOf } from '#shared/primitives/local-date.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { deriveStatus } from '../balances/derive-status.ts';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { getCompany } from '../estimates/estimates.repository.ts';
import { getVersion } from '../estimates/read-version.ts';
import { readLeadMoney } from '../lead-rows/lead-money.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import type { PaymentRow } from './payments.table.ts';
import { beginEnd, endOrLeave } from './end-open-payments.ts';
import { writeEffects } from './payment-effects.ts';
import { findOnItsWay, lockPayment, type OpenPayment } from './payments.repository.ts';

interface Recorded {
  paymentId: PaymentRow['id'];
  balanceCents: number;
  /** The homeowner's open checkout, which is to be expired now that the sum it asks for may be settled. */
  open?: OpenPayment;
}

/**
 * Records a payment that was received by hand for a signed estimate, with all its effects, in one transaction. The same
 * key records only one payment. An open checkout is marked for expiry in that transaction and expired afterwards, so that
 * the homeowner doesn't pay the same sum online. Throws NOT_FOUND. Throws VALIDATION_FAILED at `receivedOn` for a day in
 * the future. Throws CONFLICT if the estimate isn't signed, if the amount is more than the balance and `over` isn't set,
 * or if the key belongs to another payment.
 */
export async function recordByHand(
  deps: StripeDeps,
  companyId: CompanyId,
  input: RecordPaymentInput,
): Promise<RecordedPayment> {
  const { paymentId, balanceCents, open } = await inCompany(deps.db, companyId, (tx) =>
    record(tx, deps, { companyId, input }),
  );
  if (open) await endOrLeave(deps, open);
  return { paymentId, balanceCents };
}

async function record(
  tx: CompanyTx,
  { clock }: Pick<StripeDeps, 'clock'>,
  { companyId, input }: { companyId: CompanyId; input: RecordPaymentInput },
): Promise<Recorded> {
  const at = clock.now();
  const { estimateId, method, cents, receivedOn, reference, over } = input;
  const {
    estimate: { lead_id: leadId },
  } = await getVersion(tx, { companyId, id: estimateId, at });
  await lockLeadOrThrow(tx, companyId, leadId);
  const known = await findByKey(tx, companyId, input);
  if (known) return { paymentId: known, balanceCents: await readBalance(tx, leadId) };
  const { acceptance } = await getVersion(tx, { companyId, id: estimateId, at });
  if (!acceptance) throw new AppError('This estimate isn’t signed yet', 'CONFLICT');
  const { time_zone: zone } = await getCompany(tx, companyId);
  const paidAt = instantOf(receivedOn, { zone, at });
  const before = await readBalance(tx, leadId);
  if (cents > before && !over) throw new AppError(tooMuch(cents, before), 'CONFLICT');
  const after = await tx
    .insertInto('payments')
    .values({
      company_id: companyId,
      lead_id: leadId,
      estimate_id: estimateId,
      kind: 'part',
      amount_cents: cents,
      fee_cents: 0,
      by_hand: true,
      status: 'succeeded',
      extra: cents > before,
      method,
      received_on: receivedOn,
      reference: reference ?? null,
      idempotency_key: input.idempotencyKey,
      created_at: at,
      paid_at: paidAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await deriveStatus(tx, { companyId, leadId });
  await writeEffects(tx, { before: { ...after, status: 'open', paid_at: null }, after, at });
  const online = await findOnItsWay(tx, { companyId, leadId });
  const open = online?.status === 'open' ? await beginEnd(tx, online) : undefined;
  return { paymentId: after.id, balanceCents: await readBalance(tx, leadId), ...(open && { open }) };
}

const readBalance = async (tx: CompanyTx, leadId: LeadId): Promise<number> =>
  (await readLeadMoney(tx, leadId)).balance_cents;

const tooMuch = (cents: number, balance: number): string =>
  balance > 0
    ? `${formatCents(cents)} is more than the ${formatCents(balance)} that is left to pay`
    : 'Nothing is left to pay';

/** Returns the payment that this key has recorded. Throws CONFLICT if that was another payment. */
async function findByKey(
  tx: CompanyTx,
  companyId: CompanyId,
  { idempotencyKey, estimateId, cents, method, receivedOn }: RecordPaymentInput,
): Promise<PaymentRow['id'] | undefined> {
  const known = await tx
    .selectFrom('payments')
    .select(['id', 'estimate_id', 'amount_cents', 'method', 'received_on'])
    .where('company_id', '=', companyId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  if (!known) return undefined;
  const isSame =
    known.estimate_id === estimateId &&
    known.amount_cents === cents &&
    known.method === method &&
    known.received_on === receivedOn;
  if (!isSame) throw new AppError('Another payment was recorded with this idempotency key', 'CONFLICT');
  return known.id;
}

/**
 * Returns when a payment was received: now if that was today, otherwise noon of its day. Throws VALIDATION_FAILED if the
 * day is in the future.
 */
function instantOf(day: LocalDate, { zone, at }: { zone: string; at: Date }): Date {
  const today = localDateOf(at, zone);
  if (day > today) throw invalid({ receivedOn: 'Choose today or an earlier day' });
  return day === today ? at : atLocalTime(day, '12:00', zone);
}

/**
 * Voids a payment that was recorded by hand, for example with a wrong amount or for a check that bounced. The row stays,
 * but counts nowhere. Voiding it again changes nothing. Throws NOT_FOUND. Throws CONFLICT for a payment from Stripe.
 */
export const voidByHand = (
  { db, clock }: Pick<StripeDeps, 'db' | 'clock'>,
  companyId: CompanyId,
  { paymentId, reason }: VoidPaymentInput,
): Promise<RecordedPayment> =>
  inCompany(db, companyId, async (tx) => {
    const before = await lockPayment(tx, { companyId, id: paymentId });
    if (!before) throw notFound('this payment');
    const { lead_id: leadId } = before;
    if (!before.by_hand)
      throw new AppError('This payment was made online. Refund it instead of voiding it', 'CONFLICT');
    if (before.status !== 'voided') {
      const at = clock.now();
      const change = { status: 'voided', void_reason: reason, paid_at: null } as const;
      await tx
        .updateTable('payments')
        .set(change)
        .where('company_id', '=', companyId)
        .where('id', '=', paymentId)
        .execute();
      await deriveStatus(tx, { companyId, leadId });
      await writeEffects(tx, { before, after: { ...before, ...change }, at });
    }
    return { paymentId, balanceCents: await readBalance(tx, leadId) };
  });
