import type { CrmRulesView } from '#shared/features/crm/crm-rules.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/** Reads a company's rules for moving deals automatically. */
export async function readCrmRules(tx: CompanyTx, companyId: CompanyId): Promise<CrmRulesView> {
  const row = await tx.selectFrom('crm_rules').selectAll().where('company_id', '=', companyId).executeTakeFirst();
  return {
    makeDeal: row?.make_deal ?? true,
    followSent: row?.follow_sent ?? true,
    followAccepted: row?.follow_accepted ?? true,
    followPaid: row?.follow_paid ?? true,
    pipelineId: row?.pipeline_id ?? null,
  };
}
