import { sql } from 'kysely';
import type { SystemDeps } from '../../platform/db/system.ts';

/**
 * Returns the SIDs of all texts to this phone number that are already stored, for any company. All companies share one
 * Twilio account, which lists texts by phone number.
 */
export async function knownTexts({ system }: SystemDeps, to: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from messages where to_address = ${to} and direction = 'out' and channel = 'sms'
      and at is not null and provider_id is not null
    union select provider_id from message_attempts where to_address = ${to} and provider_id is not null`.execute(
    system,
  );
  return new Set(rows.map(({ provider_id }) => provider_id));
}
