import { randomInt, timingSafeEqual } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { CodePurpose } from '#shared/features/auth/auth.schema.ts';
import { HOUR, MINUTE } from '#shared/primitives/durations.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import type { SystemDb, SystemTx } from '../../platform/db/system.ts';
import type { AuthCodesTable } from './auth.table.ts';
import { hashToken, randomToken, signedToken } from '../../platform/secrets.ts';
import type { Guesses } from './auth-limits.ts';
import { AppError, invalid } from '#shared/primitives/app-error.ts';

/** The number of wrong attempts that invalidates a code or an unfinished sign-in. */
export const MAX_ATTEMPTS = 5;
const CODE_LIFE = 10 * MINUTE;
/**
 * The emails say that a link or code is valid for an hour. The extra ten minutes cover the delay before the email is
 * sent.
 */
const LINK_LIFE = HOUR + 10 * MINUTE;
const CHALLENGE_LIFE = 5 * MINUTE;

interface Lives {
  code?: number | undefined;
  token?: number | undefined;
}

/**
 * How long each purpose's secrets are valid, in milliseconds of wall-clock time. `code` is for the six-digit code.
 * `token` is for the emailed link or, for 'totp', the unfinished sign-in.
 */
const FORMS: Record<CodePurpose, Lives> = {
  verify: { code: CODE_LIFE, token: LINK_LIFE },
  'sign-in': { code: CODE_LIFE, token: LINK_LIFE },
  reset: { token: LINK_LIFE },
  'email-change': { code: CODE_LIFE, token: LINK_LIFE },
  totp: { token: CHALLENGE_LIFE },
};

export type AuthCodeRow = Selectable<AuthCodesTable>;

/**
 * The generated secrets in plain text. They're included only in an email, which is stored encrypted, or in the
 * response.
 */
export interface IssuedCode {
  id: string;
  code: string | null;
  token: string | null;
  /** When the last secret expires, in wall-clock time. */
  until: Date;
}

export interface NewCode {
  userId: UserId;
  purpose: CodePurpose;
  /** The new email address. Set only for the purpose 'email-change'. */
  target?: string;
  browserHash?: string;
  /**
   * If false, only a link is created. Used when the email address has used up its daily code attempts. Default: true.
   */
  digits?: boolean;
}

// A plain hash of six digits can be reversed within a second, so the hash also includes APP_SECRET.
const hashCode = (secret: string, { userId, purpose }: Pick<NewCode, 'userId' | 'purpose'>, code: string): string =>
  hashToken(signedToken(`${userId}:${code}`, secret, `auth-code:${purpose}`));

const inMs = (ms: number | undefined) =>
  ms === undefined ? null : sql<Date>`now() + ${ms} * interval '1 millisecond'`;

/** Creates a code for this user and purpose and invalidates the previous one. Only hashes are stored. */
export async function issueCode(tx: SystemTx, secret: string, wanted: NewCode): Promise<IssuedCode> {
  const { digits = true } = wanted;
  const form: Lives = digits ? FORMS[wanted.purpose] : { token: FORMS[wanted.purpose].token };
  const code = form.code === undefined ? null : String(randomInt(1_000_000)).padStart(6, '0');
  const token = form.token === undefined ? null : randomToken();
  const values = {
    code_hash: code === null ? null : hashCode(secret, wanted, code),
    code_expires_at: inMs(form.code),
    token_hash: token === null ? null : hashToken(token),
    token_expires_at: inMs(form.token),
    target: wanted.target ?? null,
    browser_hash: wanted.browserHash ?? null,
  };
  const { id } = await tx
    .insertInto('auth_codes')
    .values({ user_id: wanted.userId, purpose: wanted.purpose, ...values })
    .onConflict((conflict) =>
      conflict
        .constraint('auth_codes_purpose_unique')
        .doUpdateSet({ ...values, id: sql<string>`uuidv7()`, attempts: 0, created_at: sql<Date>`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, code, token, until: new Date(Date.now() + Math.max(form.code ?? 0, form.token ?? 0)) };
}

interface TriedCode {
  userId: UserId;
  purpose: CodePurpose;
  code: string;
  guesses: Guesses;
  /** If set, the code must be for this new email address. Set only for the purpose 'email-change'. */
  target?: string;
}

/**
 * Checks a six-digit code. Counts the attempt before comparing the codes, so that concurrent attempts count too.
 * Returns undefined if the code is wrong or expired, if the code has no attempts left, or if the caller has no
 * `guesses` left. A caller without `guesses` doesn't use up the code's attempts, so the code still works for other
 * callers. Doesn't mark a correct code as used: the caller must call `spendCode`.
 */
export async function tryCode(system: SystemDb, secret: string, tried: TriedCode): Promise<AuthCodeRow | undefined> {
  const { userId, purpose, code, guesses, target } = tried;
  if (await guesses.isSpent()) return undefined;
  const row = await system
    .updateTable('auth_codes')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('attempts', '<', MAX_ATTEMPTS)
    .where('code_expires_at', '>', sql<Date>`now()`)
    .$if(target !== undefined, (query) => query.where('target', '=', target ?? null))
    .returningAll()
    .executeTakeFirst();
  if (!row?.code_hash || !(await guesses.take())) return undefined;
  const given = hashCode(secret, { userId, purpose }, code);
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(row.code_hash))) return undefined;
  await guesses.right();
  return row;
}

/**
 * Finds a link token. Returns undefined if it's unknown, expired or already used. The caller must still mark it as used
 * with `spendCode`.
 */
export const findToken = (
  tx: SystemDb | SystemTx,
  token: string,
  purposes: CodePurpose[],
): Promise<AuthCodeRow | undefined> =>
  tx
    .selectFrom('auth_codes')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('token_expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/**
 * Counts one attempt at an unfinished sign-in. Returns undefined if the sign-in is unknown, expired or finished, or has
 * no attempts left.
 */
export const tryChallenge = (system: SystemDb, challenge: string): Promise<AuthCodeRow | undefined> =>
  system
    .updateTable('auth_codes')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('token_hash', '=', hashToken(challenge))
    .where('purpose', '=', 'totp')
    .where('attempts', '<', MAX_ATTEMPTS)
    .where('token_expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();

/**
 * Marks a code as used. If several calls run concurrently, exactly one of them returns true. Callers must lock the user
 * first (`lockUser`), so that they all take locks in the same order and never deadlock.
 */
export async function spendCode(tx: SystemTx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('auth_codes').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}

const CODE = 'That code isn’t right, or it has expired. Open the link in the newest email, or request a new code';

/**
 * Returns the error for a six-digit code that isn't accepted. The error is the same for a wrong, expired or used code
 * and for an unknown email address. Signed-in users get VALIDATION_FAILED on the field instead, because UNAUTHENTICATED
 * would make the browser end their valid session.
 */
export const wrongCode = (viewer: object | null): AppError =>
  viewer === null ? new AppError(CODE, 'UNAUTHENTICATED') : invalid({ code: CODE });

/** Returns the same error for every link that doesn't work. */
export const wrongLink = (): AppError =>
  invalid({ token: 'This link has expired or was already used. Request a new one' });
