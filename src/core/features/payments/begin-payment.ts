import { createHash } from 'node:crypto';
import {
  LARGEST_PAYMENT_CENTS,
  platformFee,
  SMALLEST_PAYMENT_CENTS,
} from '#shared/features/payments/payment-due.rules.ts';
import type { PaymentKind } from '#shared/features/payments/payment-status.rules.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { HOUR, MINUTE, SECOND } from '#shared/primitives/durations.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { findEstimate, lockLead } from '../estimates/estimates.repository.ts';
import { amountOf, type Payable, readPayable } from './payable.ts';
import { findOnItsWay, OPEN_COLUMNS, type OpenPayment } from './payments.repository.ts';
import type { EstimatePayment } from './start-estimate-payment.ts';
import type { SessionRequest } from './create-session.ts';

/** How long a checkout stays open (S2: 30 minutes to 24 hours). */
const OPEN_FOR = 2 * HOUR;
/** One that ends sooner is replaced: Stripe makes none of less than 30 minutes, and nobody pays in a hurry. */
const TOO_LATE = 35 * MINUTE;

/** The payment to open a checkout for, or the one that must be ended first. */
export type Begun = { payment: OpenPayment } | { inTheWay: OpenPayment };

/**
 * Decides under a lock on the lead what is paid, and keeps it before anything is asked of Stripe: two at the same
 * time get the same payment. Throws NOT_FOUND, CONFLICT, ESTIMATE_EXPIRED, ESTIMATE_SUPERSEDED.
 */
export const beginPayment = (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  wanted: EstimatePayment,
): Promise<Begun> =>
  inCompany(db, wanted.companyId, async (tx) => {
    const { companyId, estimateId, what } = wanted;
    const at = clock.now();
    const found = await findEstimate(tx, { companyId, id: estimateId });
    if (!found) throw notFound('This estimate');
    await lockLead(tx, { companyId, id: found.lead_id });
    const payable = await readPayable(tx, { companyId, estimateId, at });
    const amountCents = requireTakeable(amountOf(payable, what));
    const account = await findAccount(tx, wanted);
    const open = await findOnItsWay(tx, { companyId, leadId: found.lead_id });
    if (open) return isTheSame(open, { wanted, amountCents, account, at }) ? { payment: open } : { inTheWay: open };
    const feeCents = platformFee(amountCents, config.PLATFORM_FEE_BPS);
    return { payment: await insert(tx, { payable, wanted, amountCents, feeCents, account, at }) };
  });

const requireTakeable = (amountCents: number): number => {
  if (amountCents < SMALLEST_PAYMENT_CENTS)
    throw new AppError(`Less than ${formatCents(SMALLEST_PAYMENT_CENTS)} cannot be paid online`, 'CONFLICT');
  if (amountCents > LARGEST_PAYMENT_CENTS)
    throw new AppError(`More than ${formatCents(LARGEST_PAYMENT_CENTS)} cannot be paid online at once`, 'CONFLICT');
  return amountCents;
};

/** From the company's own row, never from the request (S12). */
async function findAccount(tx: CompanyTx, { companyId }: EstimatePayment): Promise<string> {
  const { stripe_account_id: account } = await tx
    .selectFrom('company_profiles')
    .select('stripe_account_id')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  if (account === null) throw new AppError('Online payment is not possible at the moment', 'CONFLICT');
  return account;
}

interface Decided {
  wanted: EstimatePayment;
  amountCents: number;
  account: string;
  at: Date;
}

const isTheSame = (open: OpenPayment, { wanted, amountCents, account, at }: Decided): boolean =>
  open.status === 'open' &&
  open.estimate_id === wanted.estimateId &&
  open.kind === wanted.what &&
  open.amount_cents === amountCents &&
  open.stripe_account_id === account &&
  open.expires_at.getTime() - at.getTime() > TOO_LATE;

async function insert(
  tx: CompanyTx,
  {
    payable: { document },
    wanted,
    amountCents,
    feeCents,
    account,
    at,
  }: Decided & { payable: Payable; feeCents: number },
): Promise<OpenPayment> {
  const expiresAt = new Date(at.getTime() + OPEN_FOR);
  const request: SessionRequest = {
    name: `${NAMES[wanted.what]} for estimate ${document.number}`,
    amountCents,
    feeCents,
    email: wanted.customerEmail ?? document.customer.email,
    expiresAt: Math.floor(expiresAt.getTime() / SECOND),
    metadata: {
      companyId: wanted.companyId,
      leadId: document.leadId,
      estimateId: document.estimateId,
      kind: wanted.what,
    },
  };
  const text = JSON.stringify(request);
  const operation = await tx
    .insertInto('stripe_operations')
    .values({
      company_id: wanted.companyId,
      kind: 'checkout.payment',
      fingerprint: createHash('sha256').update(text).digest('hex'),
      request: text,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return tx
    .insertInto('payments')
    .values({
      company_id: wanted.companyId,
      lead_id: document.leadId,
      estimate_id: document.estimateId,
      kind: wanted.what,
      amount_cents: amountCents,
      fee_cents: feeCents,
      stripe_account_id: account,
      operation_id: operation.id,
      expires_at: expiresAt,
      created_at: at,
    })
    .returning(OPEN_COLUMNS)
    .executeTakeFirstOrThrow();
}

const NAMES: Record<PaymentKind, string> = { deposit: 'Deposit', full: 'Payment', balance: 'Balance' };
