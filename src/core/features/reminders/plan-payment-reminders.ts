import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { findEstimate } from '../estimates/estimates.repository.ts';
import { readPayable } from '../balances/payable.ts';
import { planReminders, unplanReminder } from './plan-reminders.ts';
import { listEnabled } from './reminder-rules.repository.ts';

interface OfVersion {
  companyId: CompanyId;
  estimateId: EstimateId;
  at: Date;
}

/**
 * After a payment for a version, or the start of its work: plans a balance reminder if the balance can be paid from now
 * on (after the deposit; in a state with a cap after work has started, C27), and a review request once everything is
 * paid.
 */
export async function planPaymentReminders(tx: CompanyTx, { companyId, estimateId, at }: OfVersion): Promise<void> {
  const enabled = await listEnabled(tx, { companyId, rules: ['balance', 'review'] });
  if (enabled.length === 0) return;
  const estimate = await findEstimate(tx, { companyId, id: estimateId });
  if (!estimate) return;
  const { due } = await readPayable(tx, { companyId, estimateId, at });
  const rules = [
    ...(due.balance === null ? [] : (['balance'] as const)),
    ...(estimate.status === 'paid' ? (['review'] as const) : []),
  ];
  if (rules.length > 0) await planReminders(tx, { companyId, estimate, rules, at });
}

/** After a version was signed: plans a balance reminder if an earlier version was paid for. */
export async function planSignedReminders(tx: CompanyTx, of: OfVersion): Promise<void> {
  const { companyId, estimateId, at } = of;
  const enabled = await listEnabled(tx, { companyId, rules: ['balance'] });
  if (enabled.length === 0 || !(await isRestDue(tx, of))) return;
  const estimate = await findEstimate(tx, { companyId, id: estimateId });
  if (estimate) await planReminders(tx, { companyId, estimate, rules: ['balance'], at });
}

/** After an undone start of work: cancels the reminder that only the start had caused. */
export async function unplanStartedReminders(tx: CompanyTx, of: OfVersion): Promise<void> {
  if (!(await isRestDue(tx, of))) await unplanReminder(tx, { ...of, rule: 'balance' });
}

/** Whether the rest can be paid now, after a partial payment. */
async function isRestDue(tx: CompanyTx, of: OfVersion): Promise<boolean> {
  const { due, state } = await readPayable(tx, of);
  return due.balance !== null && state.paidCents > 0;
}
