import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import type { Config } from '../../platform/config.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { hashToken, open, randomCode, randomToken, seal } from '../../platform/secrets.ts';

export const estimateUrl = (config: Pick<Config, 'PUBLIC_URL'>, token: string): string =>
  `${config.PUBLIC_URL}/estimate/${token}`;

// Binds the token to its row. A token copied to another row can't be decrypted.
const contextOf = (tokenHash: string): string => `estimate-link:${tokenHash}`;

interface LinkOf {
  companyId: CompanyId;
  estimateId: EstimateId;
  secret: string;
  at: Date;
}

/** Creates an estimate's private link and returns its token. The token isn't stored in plain text. */
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

/**
 * Returns tokens for the given estimates, keyed by estimate id. Omits links that were revoked or encrypted with another
 * secret.
 */
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

/**
 * Returns the estimate's token. Creates a new link if there's no token that can be decrypted, for example because the
 * link was revoked or APP_SECRET changed.
 */
export const ensureToken = async (tx: CompanyTx, link: LinkOf): Promise<string> => {
  const tokens = await findTokens(tx, { ...link, estimateIds: [link.estimateId] });
  return tokens.get(link.estimateId) ?? insertLink(tx, link);
};

const shortUrl = (config: Pick<Config, 'PUBLIC_URL'>, code: string): string => `${config.PUBLIC_URL}/e/${code}`;

const codeContextOf = (codeHash: string): string => `estimate-code:${codeHash}`;

/**
 * Returns the estimate's short link for text messages, and creates it if needed. Returns undefined if the link was
 * revoked or was encrypted with a different secret. The caller must lock the lead first. Otherwise, two messages could
 * each create a short link.
 */
export const ensureShortUrl = async (
  tx: CompanyTx,
  { companyId, estimateId, config }: { companyId: CompanyId; estimateId: EstimateId; config: Config },
): Promise<string | undefined> => {
  const secret = config.APP_SECRET;
  const link = await tx
    .selectFrom('estimate_links')
    .select(['id', 'token_hash', 'sealed_token', 'code_hash', 'sealed_code'])
    .where('company_id', '=', companyId)
    .where('estimate_id', '=', estimateId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (!link || open(link.sealed_token, secret, contextOf(link.token_hash)) === undefined) return undefined;
  if (link.code_hash !== null && link.sealed_code !== null) {
    const code = open(link.sealed_code, secret, codeContextOf(link.code_hash));
    if (code !== undefined) return shortUrl(config, code);
  }
  const code = randomCode();
  const hash = hashToken(code);
  await tx
    .updateTable('estimate_links')
    .set({ code_hash: hash, sealed_code: seal(code, secret, codeContextOf(hash)) })
    .where('id', '=', link.id)
    .execute();
  return shortUrl(config, code);
};

/**
 * Returns a short link's token. Returns undefined if the link is unknown, altered or revoked. The same query runs in
 * all three cases.
 */
export const tokenOfCode = async (
  { system, config }: SystemDeps & Pick<Deps, 'config'>,
  code: string,
): Promise<string | undefined> => {
  const link = await system
    .selectFrom('estimate_links')
    .select(['token_hash', 'sealed_token'])
    .where('code_hash', '=', hashToken(code))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return link && open(link.sealed_token, config.APP_SECRET, contextOf(link.token_hash));
};

/** Returns whether a link's homeowner was erased, for a token or the code of a short link. Such a link is revoked too. */
export const isErasedLink = async ({ system }: SystemDeps, token: string): Promise<boolean> => {
  const hash = hashToken(token);
  const link = await system
    .selectFrom('estimate_links')
    .innerJoin('estimates', 'estimates.id', 'estimate_links.estimate_id')
    .innerJoin('leads', 'leads.id', 'estimates.lead_id')
    .select('estimate_links.id')
    .where((row) => row.or([row('token_hash', '=', hash), row('code_hash', '=', hash)]))
    .where('leads.erased_at', 'is not', null)
    .executeTakeFirst();
  return link !== undefined;
};
