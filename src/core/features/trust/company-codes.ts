import { randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Proof } from '#shared/features/trust/confirm.schema.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { hashToken, open, seal, signedToken } from '../../platform/secrets.ts';

/** The number of wrong attempts after which a code becomes invalid. */
const MAX_ATTEMPTS = 5;
/** How long a code is valid, in milliseconds of wall-clock time. */
const CODE_LIFE = 10 * MINUTE;

/** The email address or phone (E.164) that a code confirms for a company. */
export interface ToProve {
  companyId: CompanyId;
  what: Proof;
  target: string;
}

// The hash includes APP_SECRET, because a plain hash of six digits can be guessed within a second.
const hashCode = (secret: string, { companyId, what, target }: ToProve, code: string): string =>
  hashToken(signedToken(`${companyId}:${target}:${code}`, secret, `company-code:${what}`));

const contextOf = ({ companyId, what, target }: ToProve): string => `company-code:${companyId}:${what}:${target}`;

/**
 * Creates a code and invalidates the previous one. The code is valid for ten minutes of wall-clock time. If its message
 * can't be sent right away, these ten minutes start after `delay` (milliseconds). Returns the encrypted code for its
 * message. The table `company_codes` stores only the code's hash.
 */
export async function issueCompanyCode(
  tx: CompanyTx,
  secret: string,
  { delay, ...proof }: ToProve & { delay: number },
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const values = {
    target: proof.target,
    code_hash: hashCode(secret, proof, code),
    attempts: 0,
    expires_at: sql<Date>`now() + ${delay + CODE_LIFE} * interval '1 millisecond'`,
  };
  await tx
    .insertInto('company_codes')
    .values({ company_id: proof.companyId, what: proof.what, ...values })
    .onConflict((conflict) => conflict.columns(['company_id', 'what']).doUpdateSet(values))
    .execute();
  return seal(code, secret, contextOf(proof));
}

const ofProof = (tx: CompanyTx, { companyId, what }: Pick<ToProve, 'companyId' | 'what'>) =>
  tx
    .selectFrom('company_codes')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('what', '=', what)
    .where('attempts', '<', MAX_ATTEMPTS)
    .where('expires_at', '>', sql<Date>`now()`);

/** Whether there's a valid code for this exact email address or phone. */
export const hasLiveCode = async (tx: CompanyTx, proof: ToProve): Promise<boolean> =>
  (await ofProof(tx, proof).where('target', '=', proof.target).executeTakeFirst()) !== undefined;

/**
 * Decrypts the result of `issueCompanyCode`. Returns the code and its expiry, or null if the code expired or was
 * replaced. Throws if it was encrypted with a different APP_SECRET.
 */
export async function openCompanyCode(
  tx: CompanyTx,
  secret: string,
  { sealed, ...proof }: ToProve & { sealed: string },
): Promise<{ code: string; expiresAt: Date } | null> {
  const code = open(sealed, secret, contextOf(proof));
  if (code === undefined) throw new Error('a code of a company was sealed with another APP_SECRET');
  const row = await ofProof(tx, proof)
    .where('code_hash', '=', hashCode(secret, proof, code))
    .executeTakeFirst();
  return row ? { code, expiresAt: row.expires_at } : null;
}

/**
 * Checks a six-digit code. If it's correct, invalidates it and returns the email address or phone that it confirms.
 * Returns null if the code is wrong or expired, or after too many attempts. Wrong attempts are counted, so the caller
 * must commit the transaction even if the code is wrong. The caller must lock the company first.
 */
export async function tryCompanyCode(
  tx: CompanyTx,
  secret: string,
  { code, ...asked }: Pick<ToProve, 'companyId' | 'what'> & { code: string },
): Promise<string | null> {
  const row = await ofProof(tx, asked).executeTakeFirst();
  if (!row) return null;
  const given = hashCode(secret, { ...asked, target: row.target }, code);
  if (timingSafeEqual(Buffer.from(given), Buffer.from(row.code_hash))) {
    await dropCompanyCode(tx, asked);
    return row.target;
  }
  await tx
    .updateTable('company_codes')
    .set({ attempts: row.attempts + 1 })
    .where('company_id', '=', asked.companyId)
    .where('what', '=', asked.what)
    .execute();
  return null;
}

/** Invalidates the current code, for example because the change was canceled. */
export const dropCompanyCode = async (
  tx: CompanyTx,
  { companyId, what }: Pick<ToProve, 'companyId' | 'what'>,
): Promise<void> => {
  await tx.deleteFrom('company_codes').where('company_id', '=', companyId).where('what', '=', what).execute();
};
