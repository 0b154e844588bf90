import { describe, expect, it } from 'vitest';
import { exampleDeposit, paymentFaults, paymentFormOf, paymentSettingsOf } from './payment-settings.rules.ts';

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
    expect(form).toEqual({ kind: 'percent', percent: '50', amount: '', full: 'yes', phone: '(208) 555-0144' });
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
});
