import { balanceOf } from '#shared/features/balances/balance.rules.ts';
import type { EstimatePage } from '#core/features/agreements/read-page.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { percentAsked } from '#shared/features/estimates/deposit.rules.ts';
import { dueNow } from '#shared/features/payments/payment-plan.rules.ts';
import { SMALLEST_PAYMENT_CENTS } from '#shared/features/payments/payment-due.rules.ts';
import type { Language } from '#shared/primitives/language.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import type { Discount } from '#shared/features/estimates/offer-price.rules.ts';
import type { EstimatePageWords } from './words/index.ts';

export type AnswerForm = 'accept' | 'choose' | 'decline' | 'ask' | 'pay';

/** A refused form from a browser without scripts. The page shows the typed values again. */
export interface RefusedForm {
  form: AnswerForm;
  message: string;
  fields: FieldErrors;
  typed: Readonly<Record<string, string>>;
}

export interface Shown {
  page: EstimatePage;
  words: EstimatePageWords;
  /** The token in the URLs of the forms and the PDF. */
  token: string;
  /** The company's own button color. Null if its plan doesn't include one. */
  brand: { fill: string; label: string } | null;
  /**
   * URL of the page's script. Null if it wasn't built. Without it, everything works except the drawn signature and the
   * conversation.
   */
  script: string | null;
  refused: RefusedForm | null;
  /** Whether the homeowner has just sent a question. */
  asked: boolean;
}

/**
 * Returns how the deposit is calculated: 'Of $3,542.08.' for a fixed amount, '50% of $3,542.08.' for a percentage, or a
 * sentence about the US state's limit if it reduced the deposit.
 */
export const depositWords = ({ page: { document, version }, words: { dock, format } }: Shown): string => {
  const { chosen } = document;
  const percent = percentAsked({ ...version.estimate.deposit_terms, plan: version.plan });
  if (chosen.deposit.reason !== null) return sentences(chosen.deposit.reason);
  const total = format.money(chosen.totalCents);
  return percent === null ? dock.amountOf({ total }) : dock.percentOf({ percent: format.percent(percent), total });
};

/** Formats a discount for this page: '10% off' or '$200.00 off'. */
export const discountIn = ({ discount, format }: EstimatePageWords, given: Discount): string =>
  discount({ value: 'percent' in given ? format.percent(given.percent) : format.money(given.amountCents) });

/** Returns the amount paid for this job in cents, across all versions of its estimate. */
export const paidOf = ({ page }: Pick<Shown, 'page'>): number => page.payment.state?.paidCents ?? 0;

/** Returns what is left to pay for this job, in cents. Negative if that much is owed to the homeowner. */
export const leftOf = (shown: Pick<Shown, 'page'>): number =>
  balanceOf({ totalCents: shown.page.document.jobCents, paidCents: paidOf(shown) });

/**
 * Returns the deposit due at signing, in cents. Zero if a payment for an earlier version was made or is processing, or
 * if the deposit is too small to be charged.
 */
export const depositDue = (shown: Pick<Shown, 'page'>): number => {
  const { document, payment } = shown.page;
  const begun = paidOf(shown) > 0 || payment.state?.onItsWay?.status === 'processing';
  const { cents } = document.chosen.deposit;
  return begun || cents < SMALLEST_PAYMENT_CENTS ? 0 : cents;
};

/**
 * Returns what is due now, in cents, if that's more than the deposit, such as when the work was done before anything was
 * paid. Otherwise null.
 */
export const dueBeyondDeposit = (shown: Pick<Shown, 'page'>): number | null => {
  const now = dueNow(shown.page.stages);
  return now > depositDue(shown) ? now : null;
};

/**
 * Returns true if nothing is due before the work is done: the deposit is paid, and the contractor hasn't marked the
 * work as done.
 */
export const isDoneForNow = ({ page }: Pick<Shown, 'page'>): boolean => {
  const { state, version, payment } = page;
  const { paidCents = 0, onItsWay } = payment.state ?? {};
  return (
    (state === 'deposit_paid' || state === 'accepted') &&
    !version.hasNewer &&
    onItsWay?.status !== 'processing' &&
    paidCents > 0 &&
    leftOf({ page }) > 0 &&
    payment.due.deposit === null &&
    payment.due.part === null &&
    version.estimate.work_done_at === null
  );
};

/** Returns true if this estimate expired or was declined, and there isn't a newer one. */
export const isOver = ({ page: { state, version } }: Pick<Shown, 'page'>): boolean =>
  (state === 'expired' || state === 'declined') && !version.hasNewer;

/** Returns the URL path of the page or of one of its forms. */
export const pathOf = ({ token }: Pick<Shown, 'token'>, form?: AnswerForm): string =>
  `/estimate/${encodeURIComponent(token)}${form === undefined ? '' : `/${form}`}`;

/** Returns the path of the page where a homeowner books a visit with this estimate's link. */
export const visitPathOf = ({ token, page }: Pick<Shown, 'token' | 'page'>): string =>
  `/visit/${encodeURIComponent(token)}?lang=${page.document.language}`;

/** Returns a query string that preserves the selected option and language. Returns '' if both are the defaults. */
export const queryOf = (
  { page: { document, version } }: Pick<Shown, 'page'>,
  { option = document.chosen.id, language = document.language }: { option?: string; language?: Language } = {},
): string => {
  const query = new URLSearchParams({
    ...(document.options.length > 1 && option !== document.options[0]?.id ? { option } : {}),
    ...(language === version.estimate.language ? {} : { lang: language }),
  });
  return query.size === 0 ? '' : `?${query.toString()}`;
};

export const pdfPathOf = (shown: Shown): string => `/estimate/${encodeURIComponent(shown.token)}.pdf${queryOf(shown)}`;

/** Returns the URL path of a signed estimate's invoice. */
export const invoicePathOf = (shown: Shown): string =>
  `/estimate/${encodeURIComponent(shown.token)}/invoice.pdf${queryOf(shown)}`;
