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
 * After money came in for a version, or its work started: a reminder of the balance where that can be paid from now on
 * (after the deposit; under a state's cap when the work has started, C27), and a request for a review once everything
 * is paid.
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

/** After a version was signed: a reminder of what is left of it where money came in before, for an earlier version. */
export async function planSignedReminders(tx: CompanyTx, of: OfVersion): Promise<void> {
  const { companyId, estimateId, at } = of;
  const enabled = await listEnabled(tx, { companyId, rules: ['balance'] });
  if (enabled.length === 0 || !(await isRestDue(tx, of))) return;
  const estimate = await findEstimate(tx, { companyId, id: estimateId });
  if (estimate) await planReminders(tx, { companyId, estimate, rules: ['balance'], at });
}

/** After the start of the work turned out a mistake: takes the reminder back that only the start had caused. */
export async function unplanStartedReminders(tx: CompanyTx, of: OfVersion): Promise<void> {
  if (!(await isRestDue(tx, of))) await unplanReminder(tx, { ...of, rule: 'balance' });
}

/** Whether, after a part was paid, the rest can be paid now. */
async function isRestDue(tx: CompanyTx, of: OfVersion): Promise<boolean> {
  const { due, state } = await readPayable(tx, of);
  return due.balance !== null && state.paidCents > 0;
}
