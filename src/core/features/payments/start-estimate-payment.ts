import { type NotNull, sql } from 'kysely';
import { LARGEST_PAYMENT_CENTS, SMALLEST_PAYMENT_CENTS } from '#shared/features/payments/payment-due.rules.ts';
import { platformFee } from '#shared/features/payments/platform-fee.rules.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import { HOUR, MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { PaymentKind } from '#shared/features/payments/payment-status.rules.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { isMissing, isRefused, type StripeClient } from '../../platform/stripe.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import { writeOperation } from '../billing/operations.repository.ts';
import { findEstimate } from '../estimates/estimates.repository.ts';
import { amountOf, type Payable, readPayable } from '../balances/payable.ts';
import { requireStripe } from '../billing/billing-deps.ts';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { withStripe } from '../billing/provider-failure.ts';
import { paymentWords } from './words.ts';
import { beginEnd, endPayment } from './end-open-payments.ts';
import { findOnItsWay, noteHandedOut, OPEN_COLUMNS, type OpenPayment } from './payments.repository.ts';
import { createSession, keepSession, type SessionRequest } from './create-session.ts';
import { applyStripeAccount } from './apply-stripe-account.ts';
import { applyStripePayment } from './apply-stripe-payment.ts';

/** How long a checkout stays open (S2: 30 minutes to 24 hours). */
const OPEN_FOR = 2 * HOUR;
/**
 * An open checkout with less time left than this is replaced, so that the homeowner has time to pay. Stripe's own
 * minimum is 30 minutes.
 */
const TOO_LATE = 35 * MINUTE;

/**
 * For this long after a checkout's URL is returned, a payment for another purpose can't expire the checkout. Otherwise,
 * two tabs could expire each other's checkouts.
 */
const LEFT_ALONE = 5 * SECOND;
const OTHER_PAGE = 'Another payment page was just opened. Use that page, or wait a few seconds and try again';

/** The payment to open a checkout for, or the payment whose checkout we have to expire first. */
type Begun = { payment: OpenPayment } | { inTheWay: OpenPayment };

/**
 * Decides which payment to make and stores it, before Stripe is called. Runs under the lead's lock, so concurrent calls
 * get the same payment. If we have to expire another checkout first, that checkout's URL is no longer returned. Throws
 * NOT_FOUND, ESTIMATE_EXPIRED, ESTIMATE_SUPERSEDED, and CONFLICT, for example if a checkout page for another purpose
 * was just opened.
 */
const beginPayment = (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  wanted: EstimatePayment,
): Promise<Begun> =>
  inCompany(db, wanted.companyId, async (tx) => {
    const { companyId, estimateId, what } = wanted;
    const at = clock.now();
    const found = await findEstimate(tx, { companyId, id: estimateId });
    if (!found) throw notFound('this estimate');
    await lockLeadOrThrow(tx, companyId, found.lead_id);
    const payable = await readPayable(tx, { companyId, estimateId, at });
    const amountCents = requireTakeable(amountOf(payable, what));
    const account = await findAccount(tx, wanted);
    const open = await findOnItsWay(tx, { companyId, leadId: found.lead_id });
    if (open) return reuseOrEnd(tx, open, { wanted, amountCents, account, at });
    const feeCents = platformFee(amountCents, config.PLATFORM_FEE_BPS);
    return { payment: await insert(tx, { payable, wanted, amountCents, feeCents, account, at }) };
  });

const requireTakeable = (amountCents: number): number => {
  if (amountCents < SMALLEST_PAYMENT_CENTS)
    throw new AppError(`Amounts under ${formatCents(SMALLEST_PAYMENT_CENTS)} can’t be paid online`, 'CONFLICT');
  if (amountCents > LARGEST_PAYMENT_CENTS)
    throw new AppError(
      `Amounts over ${formatCents(LARGEST_PAYMENT_CENTS)} can’t be paid online in one payment`,
      'CONFLICT',
    );
  return amountCents;
};

/** Returns the Stripe account stored for the company. The request never determines the account (S12). */
async function findAccount(tx: CompanyTx, { companyId }: EstimatePayment): Promise<string> {
  const { stripe_account_id: account } = await tx
    .selectFrom('company_profiles')
    .select('stripe_account_id')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  if (account === null) throw new AppError('Online payment isn’t available right now', 'CONFLICT');
  return account;
}

interface Decided {
  wanted: EstimatePayment;
  amountCents: number;
  account: string;
  at: Date;
}

async function reuseOrEnd(tx: CompanyTx, open: OpenPayment, decided: Decided): Promise<Begun> {
  if (canBePaid(open, decided)) {
    const { what } = decided.wanted;
    if (open.kind === what && open.amount_cents === decided.amountCents && (await noteHandedOut(tx, open)))
      return { payment: open };
    if (open.kind !== what && (await wasJustHandedOut(tx, open))) throw new AppError(OTHER_PAGE, 'CONFLICT');
  }
  return { inTheWay: open.status === 'open' ? await beginEnd(tx, open) : open };
}

/**
 * Whether an open checkout is for the same version and account, and stays open long enough for the homeowner to pay.
 */
const canBePaid = (open: OpenPayment, { wanted, account, at }: Decided): boolean =>
  open.status === 'open' &&
  open.end_operation_id === null &&
  open.estimate_id === wanted.estimateId &&
  open.stripe_account_id === account &&
  open.expires_at.getTime() - at.getTime() > TOO_LATE;

/**
 * Whether the checkout's URL was returned within the last few seconds. Uses Postgres's real-time clock, which all
 * servers share.
 */
async function wasJustHandedOut(tx: CompanyTx, { company_id: companyId, id }: OpenPayment): Promise<boolean> {
  const row = await tx
    .selectFrom('payments')
    .select(sql<boolean>`handed_out_at > clock_timestamp() - ${LEFT_ALONE} * interval '1 millisecond'`.as('just'))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.just;
}

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
  const words = paymentWords(document.language);
  const request: SessionRequest = {
    name: words.checkout({ kind: words.kind[wanted.what], number: document.number }),
    ...(document.language === DEFAULT_LANGUAGE ? {} : { locale: CHECKOUT_LOCALE[document.language] }),
    email: wanted.customerEmail ?? document.customer.email,
    expiresAt: Math.floor(expiresAt.getTime() / SECOND),
    metadata: {
      companyId: wanted.companyId,
      leadId: document.leadId,
      estimateId: document.estimateId,
      kind: wanted.what,
    },
  };
  const operation = await writeOperation(tx, { companyId: wanted.companyId, kind: 'checkout.payment', request });
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
    .$narrowType<{ stripe_account_id: NotNull; expires_at: NotNull }>()
    .executeTakeFirstOrThrow();
}

/** Stripe's locale for each language. Spanish is Latin American Spanish. */
const CHECKOUT_LOCALE = { en: 'en', es: 'es-419' } as const satisfies Record<Language, string>;

const PAYMENT_FAILED = 'Failed to initiate payment. Please try again.';
const TRIES = 4;

interface EstimatePayment {
  companyId: CompanyId;
  estimateId: EstimateId;
  what: PaymentKind;
  /** The email address for the receipt, if it differs from the estimate's. */
  customerEmail?: string | undefined;
}

/**
 * Returns the URL of a checkout on the company's connected account (S11). After the payment, Stripe redirects to the
 * estimate page. The amount, account and fee come from our database. While a checkout is open, requests for the same
 * payment share it. A request for another purpose or amount expires the open checkout first, so that two tabs can't
 * lead to two payments (S2). If the URL of the open checkout was just returned, a request for another purpose throws
 * CONFLICT instead. Throws NOT_FOUND, CONFLICT, ESTIMATE_EXPIRED, ESTIMATE_SUPERSEDED. Throws APP_ERROR if payments
 * aren't configured, and PROVIDER_UNAVAILABLE if Stripe doesn't answer.
 */
export async function startEstimatePayment(deps: StripeDeps, wanted: EstimatePayment): Promise<{ url: string }> {
  const stripe = requireStripe(deps);
  return withStripe(deps, PAYMENT_FAILED, async () => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const url = await attempt(deps, stripe, wanted);
      if (url !== undefined) return { url };
    }
    throw new AppError(PAYMENT_FAILED, 'PROVIDER_UNAVAILABLE');
  });
}

async function attempt(deps: StripeDeps, stripe: StripeClient, wanted: EstimatePayment): Promise<string | undefined> {
  const begun = await beginPayment(deps, wanted);
  if ('payment' in begun) return open(deps, stripe, begun.payment);
  await endPayment(deps, begun.inTheWay);
  return undefined;
}

/**
 * Opens a checkout and returns its URL. If Stripe refuses, it may have just disabled charges. In that case, reads the
 * account from Stripe again, which turns online payment off if needed.
 */
async function open(deps: StripeDeps, stripe: StripeClient, payment: OpenPayment): Promise<string | undefined> {
  try {
    return await openSession(deps, stripe, payment);
  } catch (error) {
    if (isRefused(error) || isMissing(error)) await applyStripeAccount(deps, payment.stripe_account_id);
    throw error;
  }
}

const JUST_PAID = 'This was just paid. Refresh to see it';

/**
 * Returns the URL of a payment's checkout. Returns undefined if the checkout has ended or we're expiring it. The next
 * attempt then starts over.
 */
async function openSession(deps: StripeDeps, stripe: StripeClient, payment: OpenPayment): Promise<string | undefined> {
  const { stripe_session_id: known, stripe_account_id: stripeAccount } = payment;
  if (known !== null) {
    const session = await stripe.checkout.sessions.retrieve(known, {}, { stripeAccount });
    if (session.status === 'open' && session.url) return (await mayGoThere(deps, payment)) ? session.url : undefined;
    await applyStripePayment(deps, { payment, sessionId: known });
    if (session.status === 'complete') throw new AppError(JUST_PAID, 'CONFLICT');
    return undefined;
  }
  const session = await createSession(deps, stripe, payment);
  if (session === undefined) return undefined;
  if (await keepSession(deps, payment, session.id))
    return session.url && (await mayGoThere(deps, payment)) ? session.url : undefined;
  await endPayment(deps, { ...payment, stripe_session_id: session.id });
  throw new AppError('Online payment isn’t available right now', 'CONFLICT');
}

/**
 * Whether the checkout's URL may still be returned. Checked after Stripe's answer, because the checkout may have been
 * marked for expiry in the meantime.
 */
const mayGoThere = ({ db }: StripeDeps, payment: OpenPayment): Promise<boolean> =>
  inCompany(db, payment.company_id, (tx) => noteHandedOut(tx, payment));
