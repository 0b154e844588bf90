import type { CrmRulesInput, CrmRulesView } from '#shared/features/crm/crm-rules.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { readCrmRules } from '../deals/read-rules.ts';
import { findPipeline } from './pipelines.ts';

/** Reads which rules for moving deals automatically are turned on for a company. */
export const getCrmRules = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<CrmRulesView> =>
  inCompany(db, companyId, (tx) => readCrmRules(tx, companyId));

/** Turns rules on or off, and sets the pipeline for new deals. Throws NOT_FOUND if the pipeline doesn't exist. */
export const updateCrmRules = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  { makeDeal, followSent, followAccepted, followPaid, pipelineId }: CrmRulesInput,
): Promise<CrmRulesView> =>
  inCompany(db, companyId, async (tx) => {
    if (pipelineId) await findPipeline(tx, companyId, pipelineId);
    const given = Object.entries({
      make_deal: makeDeal,
      follow_sent: followSent,
      follow_accepted: followAccepted,
      follow_paid: followPaid,
      pipeline_id: pipelineId,
    }).filter(([, value]) => value !== undefined);
    const change = { company_id: companyId, ...Object.fromEntries(given) };
    await tx
      .insertInto('crm_rules')
      .values(change)
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet(change))
      .execute();
    return readCrmRules(tx, companyId);
  });
