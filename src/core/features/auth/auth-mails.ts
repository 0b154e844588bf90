import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { UserId } from '#shared/primitives/ids.ts';
import type { Config } from '../../platform/config.ts';
import type { OutboxOwner } from '../../platform/deps.ts';
import type { Database } from '../../platform/db/tables.ts';
import { open, seal } from '../../platform/secrets.ts';
import { enqueueMessage, type OutboxKindName } from '../messages/outbox.repository.ts';
import type { IssuedCode } from './auth-codes.ts';
import type { AuthDeps } from './auth-deps.ts';

export type AuthMailKind = Extract<OutboxKindName, `auth.${string}`>;

/** What an 'auth.changed' tells: something about the account that its owner must hear of. */
export const ACCOUNT_CHANGES = [
  'password',
  'email',
  'google',
  'totp-on',
  'totp-off',
  'recovery-code',
  'recovery-codes',
] as const;
export type AccountChange = (typeof ACCOUNT_CHANGES)[number];

export interface NewAuthMail {
  userId: UserId;
  to: string;
  kind: AuthMailKind;
  /** What the mail carries; sealed, because the table must open nothing. */
  issued?: IssuedCode;
  change?: AccountChange;
}

const sealedSchema = z.object({ code: z.string().nullable(), token: z.string().nullable() });
/** What the payload of an outbox row holds. */
const payloadSchema = z.object({ codeId: z.string(), sealed: z.string(), until: z.coerce.date() });
export const changePayload = z.object({ change: z.enum(ACCOUNT_CHANGES) });

const contextOf = (kind: string, codeId: string): string => `${kind}:${codeId}`;

/**
 * Writes a mail about an account, in the transaction of its cause; ring for its owner after the commit. It goes out
 * through the user's own company, and where he has none, as the platform's own mail.
 */
export async function enqueueAuthMail(
  tx: Transaction<Database>,
  { config, clock }: Pick<AuthDeps, 'config' | 'clock'>,
  { userId, to, kind, issued, change }: NewAuthMail,
): Promise<OutboxOwner> {
  const member = await tx
    .selectFrom('company_members')
    .select('company_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  const secrets = issued && {
    codeId: issued.id,
    sealed: seal(
      JSON.stringify({ code: issued.code, token: issued.token }),
      config.APP_SECRET,
      contextOf(kind, issued.id),
    ),
    until: issued.until.toISOString(),
  };
  await enqueueMessage(tx, {
    companyId: member?.company_id ?? null,
    leadId: null,
    kind,
    channel: 'email',
    to,
    payload: { ...secrets, ...(change && { change }) },
    ...(issued && { dedupeKey: contextOf(kind, issued.id) }),
    at: clock.now(),
  });
  return member?.company_id ?? 'platform';
}

/** What a row's payload seals; null where it is too late to be of use. Throws where it is not of this server's making. */
export function openAuthMail(
  config: Config,
  { kind, payload }: { kind: string; payload: unknown },
): { code: string | null; token: string | null } | null {
  const { codeId, sealed, until } = payloadSchema.parse(payload);
  // codes live in real time, like sessions
  if (until.getTime() < Date.now()) return null;
  const opened = open(sealed, config.APP_SECRET, contextOf(kind, codeId));
  if (opened === undefined) throw new Error('a mailed code was sealed with another APP_SECRET');
  return sealedSchema.parse(JSON.parse(opened));
}
