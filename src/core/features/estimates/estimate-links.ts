import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import type { Config } from '../../platform/config.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { hashToken, open, randomToken, seal } from '../../platform/secrets.ts';

export const estimateUrl = (config: Pick<Config, 'PUBLIC_URL'>, token: string): string =>
  `${config.PUBLIC_URL}/estimate/${token}`;

// bound to the row that it lies in: copied beside another hash it opens nothing
const contextOf = (tokenHash: string): string => `estimate-link:${tokenHash}`;

interface LinkOf {
  companyId: CompanyId;
  estimateId: EstimateId;
  secret: string;
  at: Date;
}

/** Makes the private link of an estimate and gives its token, which is nowhere else in the clear. */
export const insertLink = async (tx: CompanyTx, { companyId, estimateId, secret, at }: LinkOf): Promise<string> => {
  const token = randomToken();
  const hash = hashToken(token);
  await tx
    .insertInto('estimate_links')
    .values({
      company_id: companyId,
      estimate_id: estimateId,
      token_hash: hash,
      sealed_token: seal(token, secret, contextOf(hash)),
      created_at: at,
    })
    .execute();
  return token;
};

/** The tokens of the given estimates by id; without those whose link is revoked or was sealed with another secret. */
export const findTokens = async (
  tx: CompanyTx,
  { companyId, estimateIds, secret }: { companyId: CompanyId; estimateIds: readonly EstimateId[]; secret: string },
): Promise<Map<EstimateId, string>> => {
  if (estimateIds.length === 0) return new Map();
  const links = await tx
    .selectFrom('estimate_links')
    .select(['estimate_id', 'token_hash', 'sealed_token'])
    .where('company_id', '=', companyId)
    .where('estimate_id', 'in', estimateIds)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .execute();
  const tokens = new Map<EstimateId, string>();
  for (const link of links) {
    const token = open(link.sealed_token, secret, contextOf(link.token_hash));
    if (token !== undefined) tokens.set(link.estimate_id, token);
  }
  return tokens;
};

/** The estimate's token; a new link where there is none that can be read (revoked, or APP_SECRET was changed). */
export const ensureToken = async (tx: CompanyTx, link: LinkOf): Promise<string> => {
  const tokens = await findTokens(tx, { ...link, estimateIds: [link.estimateId] });
  return tokens.get(link.estimateId) ?? insertLink(tx, link);
};
