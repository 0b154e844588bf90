import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../../platform/db/app.ts';
import { type EstimatePage, readEstimatePage } from '../../agreements/read-page.ts';
import { findTokens } from '../../estimates/estimate-links.ts';
import type { TurnDeps } from '../turn.ts';

/** Reads the current page for a lead's newest estimate. Returns undefined if none was sent or its link was revoked. */
export async function pageOfLead(
  deps: TurnDeps,
  { companyId, leadId }: { companyId: CompanyId; leadId: LeadId },
): Promise<EstimatePage | undefined> {
  const token = await inCompany(deps.db, companyId, async (tx) => {
    const newest = await tx
      .selectFrom('estimates')
      .select('id')
      .where('company_id', '=', companyId)
      .where('lead_id', '=', leadId)
      .where('status', '!=', 'draft')
      .orderBy('version', 'desc')
      .executeTakeFirst();
    if (!newest) return undefined;
    const tokens = await findTokens(tx, { companyId, estimateIds: [newest.id], secret: deps.config.APP_SECRET });
    return tokens.get(newest.id);
  });
  return token === undefined ? undefined : readEstimatePage(deps, { token });
}
