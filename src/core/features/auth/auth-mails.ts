import type { Transaction } from 'kysely';
import type { UserId } from '#shared/primitives/ids.ts';
import type { MessageOwner } from '../../platform/deps.ts';
import type { Database } from '../../platform/db/tables.ts';
import { enqueueMessage } from '../messages/enqueue-message.ts';
import {
  type AccountChange,
  authChanged,
  authCode,
  authKnown,
  authReset,
  authVerify,
} from './messages/auth-messages.ts';
import type { IssuedCode } from './auth-codes.ts';
import type { AuthDeps } from './auth-deps.ts';
import { contextOf, sealSecrets } from './sealed-secrets.ts';

const SECRET = { 'auth.code': authCode, 'auth.verify': authVerify, 'auth.reset': authReset };

/** An account email to queue. `issued` contains the secrets that the email includes. */
export type NewAuthMail = { userId: UserId; to: string } & (
  | { kind: keyof typeof SECRET; issued: IssuedCode }
  | { kind: 'auth.known' }
  | { kind: 'auth.changed'; change: AccountChange }
);

/**
 * Queues an account email in the caller's transaction. The email belongs to a company that the user is a member of, or
 * to the platform if there's none. After the commit, the caller must wake that company's or the platform's worker.
 */
export async function enqueueAuthMail(
  tx: Transaction<Database>,
  { config, clock }: Pick<AuthDeps, 'config' | 'clock'>,
  mail: NewAuthMail,
): Promise<MessageOwner> {
  const member = await tx
    .selectFrom('company_members')
    .select('company_id')
    .where('user_id', '=', mail.userId)
    .limit(1)
    .executeTakeFirst();
  const companyId = member?.company_id ?? null;
  const message = { companyId, leadId: null, channel: 'email', to: mail.to, at: clock.now() } as const;
  switch (mail.kind) {
    case 'auth.known':
      await enqueueMessage(tx, { ...message, kind: authKnown, payload: {} });
      break;
    case 'auth.changed':
      await enqueueMessage(tx, { ...message, kind: authChanged, payload: { change: mail.change } });
      break;
    default:
      await enqueueMessage(tx, {
        ...message,
        kind: SECRET[mail.kind],
        payload: sealSecrets(config, mail.kind, mail.issued),
        dedupeKey: contextOf(mail.kind, mail.issued.id),
      });
  }
  return companyId ?? 'platform';
}
