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

/** Wrong tries after which a code, or an unfinished sign-in, is invalid. */
export const MAX_ATTEMPTS = 5;
const CODE_LIFE = 10 * MINUTE;
/**
 * An hour, as the emails say, plus ten minutes, so that a link can be opened throughout the hour after it is emailed.
 */
const LINK_LIFE = HOUR + 10 * MINUTE;
const CHALLENGE_LIFE = 5 * MINUTE;

interface Lives {
  code?: number | undefined;
  token?: number | undefined;
}

/** What each purpose gets: six digits for typing, a link token, or both. Lifetimes in real milliseconds. */
const FORMS: Record<CodePurpose, Lives> = {
  verify: { code: CODE_LIFE, token: LINK_LIFE },
  'sign-in': { code: CODE_LIFE, token: LINK_LIFE },
  reset: { token: LINK_LIFE },
  'email-change': { code: CODE_LIFE, token: LINK_LIFE },
  totp: { token: CHALLENGE_LIFE },
};

export type AuthCodeRow = Selectable<AuthCodesTable>;

/** The generated secrets in plain text, for an encrypted email (or an answer); not kept afterward. */
export interface IssuedCode {
  id: string;
  code: string | null;
  token: string | null;
  /** When the last of the secrets expires, in real time. */
  until: Date;
}

export interface NewCode {
  userId: UserId;
  purpose: CodePurpose;
  /** The new address of an 'email-change'. */
  target?: string;
  browserHash?: string;
  /** False: only a link, for an address whose daily code tries are used up. Default: true. */
  digits?: boolean;
}

// A plain hash of six digits can be guessed within a second, so this hash also uses APP_SECRET.
const hashCode = (secret: string, { userId, purpose }: Pick<NewCode, 'userId' | 'purpose'>, code: string): string =>
  hashToken(signedToken(`${userId}:${code}`, secret, `auth-code:${purpose}`));

const inMs = (ms: number | undefined) =>
  ms === undefined ? null : sql<Date>`now() + ${ms} * interval '1 millisecond'`;

/** Creates a code for this user and purpose, which invalidates the one before. Only hashes are stored. */
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
  /** The new address of an 'email-change', as the caller gives it. */
  target?: string;
}

/**
 * Checks a six-digit code. Counts the try before comparing, so that concurrent tries count too. Undefined if the code
 * is wrong, expired or over its limit. A correct code must still be spent with `spendCode`. If `guesses` are used up,
 * the code stays valid for callers with tries left.
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

/** Finds a valid link token. Undefined if it is unknown, expired or spent. It must still be spent with `spendCode`. */
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

/** Counts one try at an unfinished sign-in; undefined if it is unknown, expired, spent or over its tries. */
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
 * Spends a code and returns whether this call did: of several concurrent calls, exactly one does. Lock the user first
 * (`lockUser`). Every caller uses this order, which avoids deadlocks.
 */
export async function spendCode(tx: SystemTx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('auth_codes').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}

const CODE = 'That code isn’t right, or it has expired. Open the link in the newest email, or request a new code';

/**
 * The only error for six digits: they are wrong, expired, spent, or for an unknown address. Signed-in users get it at
 * the field, because UNAUTHENTICATED would make the browser end their valid session.
 */
export const wrongCode = (viewer: object | null): AppError =>
  viewer === null ? new AppError(CODE, 'UNAUTHENTICATED') : invalid({ code: CODE });

/** The only error for a link. */
export const wrongLink = (): AppError =>
  invalid({ token: 'This link has expired or was already used. Request a new one' });
