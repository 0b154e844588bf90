import { describe, expect, it } from 'vitest';
import {
  exampleDeposit,
  paymentFaults,
  paymentFormOf,
  paymentSettingsOf,
  readPlan,
  refusedFields,
} from './payment-settings.rules.ts';

const stored = {
  depositKind: 'percent' as const,
  depositPercent: 50,
  depositAmountCents: null,
  offerFullPayment: true,
  defaultPlan: null,
  notifyPhone: '+12085550144',
  pendingNotifyPhone: '+12085550155',
};
const form = paymentFormOf(stored);

describe('the payment settings form', () => {
  it('loads the saved values and returns them unchanged', () => {
    const { plan, ...others } = form;
    expect(others).toEqual({ kind: 'percent', percent: '50', amount: '', full: 'yes', phone: '(208) 555-0144' });
    expect(readPlan(plan).kind).toBe('usual');
    expect(paymentSettingsOf(form, stored)).toEqual({ ...stored, notifyPhone: '(208) 555-0144' });
  });

  it('accepts percent signs, dollar signs and commas, and shows an example for invalid values', () => {
    expect(paymentSettingsOf({ ...form, percent: ' 33 % ' }, stored)).toMatchObject({ depositPercent: 33 });
    expect(paymentSettingsOf({ ...form, kind: 'amount', amount: '$1,250.50' }, stored)).toMatchObject({
      depositKind: 'amount',
      depositAmountCents: 125_050,
      depositPercent: 50,
    });
    for (const percent of ['', '-1', '101', '33.3', 'half'])
      expect(paymentFaults({ ...form, percent })['percent']).toContain('such as 50');
    for (const amount of ['', '-1', 'lots', '1.999', '2000000'])
      expect(paymentFaults({ ...form, kind: 'amount', amount })['amount']).toContain('such as 500');
    expect(paymentSettingsOf({ ...form, percent: 'half' }, stored)).toBeUndefined();
  });

  it('shows the amounts for an estimate of $3,000.00, never more than the total', () => {
    expect(exampleDeposit(form)).toBe('$1,500.00');
    expect(exampleDeposit({ ...form, kind: 'amount', amount: '500' })).toBe('$500.00');
    expect(exampleDeposit({ ...form, kind: 'amount', amount: '5000' })).toBe('$3,000.00');
    expect(exampleDeposit({ ...form, percent: 'x' })).toBeUndefined();
  });

  it('returns a payment plan as it was stored, and shows what is wrong with one at its field', () => {
    const stages = [
      { label: 'Deposit', percent: 40, due: 'signing' },
      { label: 'Posts', cents: 100_000, due: 'Posts set' },
      { label: 'Balance', rest: true as const, due: 'done' },
    ];
    const own = paymentFormOf({ ...stored, defaultPlan: stages });
    expect(paymentFormOf({ ...stored, defaultPlan: stages })).toEqual(own);
    expect(paymentSettingsOf(own, stored)?.defaultPlan).toEqual(stages);
    const plan = readPlan(own.plan);
    const typed = (amount: string) => ({
      ...own,
      plan: JSON.stringify({
        ...plan,
        stages: plan.stages.map((stage, at) => (at === 0 ? { ...stage, amount } : stage)),
      }),
    });
    expect(paymentFaults(typed('half'))).toEqual({
      'plan.stages.0.percent': 'Enter a percentage up to 100, such as 25',
    });
    expect(paymentSettingsOf(typed('half'), stored)).toBeUndefined();
    expect(refusedFields({ 'defaultPlan.1.due': 'Choose an event' })).toEqual({
      'plan.stages.1.due': 'Choose an event',
    });
    for (const kind of ['quarters', 'thirds'] as const) {
      const usual = { ...own, plan: JSON.stringify({ ...plan, kind }) };
      expect(paymentFaults(usual)).toEqual({});
      expect(
        paymentFormOf({ ...stored, defaultPlan: paymentSettingsOf(usual, stored)?.defaultPlan ?? null }).plan,
      ).toContain(`"kind":"${kind}"`);
    }
  });
});
