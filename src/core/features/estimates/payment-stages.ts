import type { PlanStage } from '#shared/features/payments/payment-plan.rules.ts';
import { type PlanContext, planFaults } from '#shared/features/payments/payment-plan.faults.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/** The columns of a stage that say what it asks for. */
export interface StoredStage {
  label: string;
  percent: number | null;
  cents: number | null;
  due: string;
}

/** Converts a version's rows, in their order, to its payment plan. Null without rows. */
export const planOfRows = (rows: readonly StoredStage[]): PlanStage[] | null =>
  rows.length === 0
    ? null
    : rows.map(({ label, due, percent, cents }): PlanStage => {
        if (percent !== null) return { label, due, percent };
        return cents === null ? { label, due, rest: true } : { label, due, cents };
      });

/** Throws VALIDATION_FAILED if a plan doesn't fit the price, with paths such as 'stages.1.percent'. */
export const refuseFaults = (plan: readonly PlanStage[], context: PlanContext): void => {
  const faults = planFaults(plan, context);
  if (Object.keys(faults).length > 0) throw invalid(faults);
};

/** Replaces a version's payment plan. Null removes it. The caller has locked the lead. */
export async function storePlan(
  tx: CompanyTx,
  { companyId, estimateId, plan }: { companyId: CompanyId; estimateId: EstimateId; plan: readonly PlanStage[] | null },
): Promise<void> {
  await tx
    .deleteFrom('payment_stages')
    .where('company_id', '=', companyId)
    .where('estimate_id', '=', estimateId)
    .execute();
  if (!plan) return;
  await tx
    .insertInto('payment_stages')
    .values(
      plan.map((stage, index) => ({
        company_id: companyId,
        estimate_id: estimateId,
        position: index + 1,
        label: stage.label,
        due: stage.due,
        percent: 'percent' in stage ? stage.percent : null,
        cents: 'cents' in stage ? stage.cents : null,
      })),
    )
    .execute();
}
