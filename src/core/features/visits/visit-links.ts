import type { Config } from '../../platform/config.ts';
import { hashToken, open, randomToken, seal } from '../../platform/secrets.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { VisitRow } from './visits.table.ts';

// Binds the token to its row. A token copied to another row can't be decrypted.
const contextOf = (tokenHash: string): string => `visit-link:${tokenHash}`;

/** Creates the token of a visit's page, as the columns that store it. The token isn't stored in plain text. */
export function newVisitToken(secret: string): { token_hash: string; sealed_token: string } {
  const token = randomToken();
  const hash = hashToken(token);
  return { token_hash: hash, sealed_token: seal(token, secret, contextOf(hash)) };
}

/**
 * Returns the path of the visit's page, for redirects: a form may only lead to its own origin, which differs from
 * PUBLIC_URL if the page was opened by another name. Returns '/' if the token can't be read.
 */
export function visitPath(
  { APP_SECRET }: Pick<Config, 'APP_SECRET'>,
  { token_hash: hash, sealed_token: sealed }: Pick<VisitRow, 'token_hash' | 'sealed_token'>,
): string {
  const token = open(sealed, APP_SECRET, contextOf(hash));
  return token === undefined ? '/' : `/visit/${token}`;
}

/** Returns the URL of the homeowner's page. If APP_SECRET has changed, returns the company's own site. */
export const visitUrl = (
  config: Pick<Config, 'PUBLIC_URL' | 'APP_SECRET'>,
  visit: Pick<VisitRow, 'token_hash' | 'sealed_token'>,
): string => `${config.PUBLIC_URL}${visitPath(config, visit)}`;

/** Finds the visit of a token. Undefined if the token is unknown or altered. */
export const findVisitLink = ({ system }: SystemDeps, token: string) =>
  system
    .selectFrom('visits')
    .select(['id as visitId', 'company_id as companyId'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();

/** Finds the estimate of a token, with which its homeowner can book. Undefined if the token is unknown or revoked. */
export const findEstimateLink = ({ system }: SystemDeps, token: string) =>
  system
    .selectFrom('estimate_links')
    .select(['estimate_id as estimateId', 'company_id as companyId'])
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
