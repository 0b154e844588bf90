import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { findEstimate } from '../estimates/estimates.repository.ts';
import { readPayable } from '../payments/payable.ts';
import { planReminders } from './plan-reminders.ts';
import { listEnabled } from './reminder-rules.repository.ts';

/**
 * After money came in for a version, or its work started: a reminder of the balance where that can be paid from now on
 * (after the deposit; under a state's cap when the work has started, C27), and a request for a review once everything
 * is paid.
 */
export async function planPaymentReminders(
  tx: CompanyTx,
  { companyId, estimateId, at }: { companyId: CompanyId; estimateId: EstimateId; at: Date },
): Promise<void> {
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
