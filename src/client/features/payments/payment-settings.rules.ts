import type { PaymentSettings, PaymentSettingsInput } from '#shared/features/payments/payments.schema.ts';
import { defaultPlanFaults } from '#shared/features/payments/payment-plan.faults.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { formatCents, parseDollars } from '#shared/primitives/cents.ts';
import { HALF_AND_QUARTERS, type PlanForm, planFormOf, planOfForm, typedFaults } from './plan-form.rules.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';

/**
 * The settings as typed. `plan` is the payment plan's form as JSON. This is a type instead of an interface, because an interface isn't assignable to a record of
 * strings.
 */
export type PaymentForm = { kind: string; percent: string; amount: string; full: string; plan: string; phone: string };

export const PERCENT_HINT = 'Enter a whole percentage from 0 to 100, such as 50';
export const AMOUNT_HINT = 'Enter an amount from 0 to 1,000,000, such as 500';
const MAX_CENTS = 100_000_000;

export const paymentFormOf = (settings: PaymentSettings): PaymentForm => ({
  kind: settings.depositKind,
  percent: String(settings.depositPercent),
  amount: settings.depositAmountCents === null ? '' : (settings.depositAmountCents / 100).toFixed(2),
  full: settings.offerFullPayment ? 'yes' : 'no',
  plan: JSON.stringify(planFormOf(settings.defaultPlan, HALF_AND_QUARTERS)),
  phone: settings.notifyPhone === null ? '' : formatPhone(settings.notifyPhone),
});

const percentOf = (text: string): number | undefined => {
  const trimmed = text.trim().replace(/\s*%$/, '');
  const percent = Number(trimmed);
  return /^\d{1,3}$/.test(trimmed) && percent <= 100 ? percent : undefined;
};

const centsOf = (text: string): number | undefined => {
  const cents = parseDollars(text);
  return cents !== undefined && cents >= 0 && cents <= MAX_CENTS ? cents : undefined;
};

/**
 * Returns all errors by field, as sentences with an example. The server checks the phone number, because only the
 * server has the numbering tables.
 */
export const paymentFaults = ({ kind, percent, amount, plan }: PaymentForm): FieldErrors => ({
  ...depositFaults({ kind, percent, amount }),
  ...ofPlan(planFormFaults(readPlan(plan))),
});

const depositFaults = ({ kind, percent, amount }: Pick<PaymentForm, 'kind' | 'percent' | 'amount'>): FieldErrors => {
  if (kind === 'amount') return centsOf(amount) === undefined ? { amount: AMOUNT_HINT } : {};
  return percentOf(percent) === undefined ? { percent: PERCENT_HINT } : {};
};

/** Reads the payment plan's form. */
export const readPlan = (plan: string): PlanForm => JSON.parse(plan) as PlanForm;

const planFormFaults = (form: PlanForm): FieldErrors => {
  const typed = typedFaults(form);
  return Object.keys(typed).length > 0 ? typed : defaultPlanFaults(planOfForm(form) ?? []);
};

/** The paths of a plan's errors in this form, such as 'plan.stages.1.percent'. */
const ofPlan = (faults: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(faults).map(([path, words]) => [`plan.${path.replace(/^defaultPlan\.?/, 'stages.')}`, words]),
  );

/**
 * Returns the values to save, or undefined if there's an error. Both the percentage and the amount of the deposit are
 * saved. If the one that isn't selected is invalid, its stored value is kept.
 */
export const paymentSettingsOf = (form: PaymentForm, stored: PaymentSettings): PaymentSettingsInput | undefined => {
  if (Object.keys(paymentFaults(form)).length > 0) return undefined;
  const isAmount = form.kind === 'amount';
  return {
    depositKind: isAmount ? 'amount' : 'percent',
    depositPercent: percentOf(form.percent) ?? stored.depositPercent,
    depositAmountCents: centsOf(form.amount) ?? stored.depositAmountCents,
    offerFullPayment: form.full === 'yes',
    defaultPlan: planOfForm(readPlan(form.plan)),
    // The phone number as typed. The server's schema converts it to E.164.
    notifyPhone: (form.phone.trim() === '' ? null : form.phone.trim()) as PaymentSettingsInput['notifyPhone'],
    // Sent back together with the stored number, so that a pending number stays pending.
    pendingNotifyPhone: stored.pendingNotifyPhone,
  };
};

/** Returns the deposit for a $3,000.00 estimate, or undefined if the input isn't a number. */
export const exampleDeposit = ({ kind, percent, amount }: PaymentForm): string | undefined => {
  const total = 300_000;
  const share = percentOf(percent);
  const fixed = centsOf(amount);
  if (kind === 'amount') return fixed === undefined ? undefined : formatCents(Math.min(fixed, total));
  return share === undefined ? undefined : formatCents((total * share) / 100);
};

const FIELD: Record<string, keyof PaymentForm> = {
  depositPercent: 'percent',
  depositAmountCents: 'amount',
  notifyPhone: 'phone',
};

/** Maps the server's errors to the form's fields. */
export const refusedFields = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, sentence]) =>
      name.startsWith('defaultPlan') ? Object.entries(ofPlan({ [name]: sentence })) : [[FIELD[name] ?? name, sentence]],
    ),
  );
