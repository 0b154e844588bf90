import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../../platform/db/app.ts';
import { type EstimatePage, readEstimatePage } from '../../agreements/read-page.ts';
import { estimateUrl, findTokens } from '../../estimates/estimate-links.ts';
import type { TurnDeps } from '../turn.ts';

/** An estimate's page and the link to it. */
export interface LinkedPage {
  page: EstimatePage;
  url: string;
}

/** Returns the link to a newer estimate. Null if there's none, or if its link was revoked. */
export const newerUrlOf = ({ config }: Pick<TurnDeps, 'config'>, { newerToken }: EstimatePage): string | null =>
  newerToken === null ? null : estimateUrl(config, newerToken);

/** Reads the current page for a lead's newest estimate. Returns undefined if none was sent or its link was revoked. */
export async function pageOfLead(
  deps: TurnDeps,
  { companyId, leadId }: { companyId: CompanyId; leadId: LeadId },
): Promise<LinkedPage | undefined> {
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
  const page = token === undefined ? undefined : await readEstimatePage(deps, { token });
  return page && token !== undefined ? { page, url: estimateUrl(deps.config, token) } : undefined;
}
