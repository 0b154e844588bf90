import type { SystemDeps } from '../../platform/db/system.ts';

/**
 * Returns the SIDs of all texts to this phone number that are already stored, for any company. All companies share one
 * Twilio account, which lists texts by phone number.
 */
export async function knownTexts({ system }: SystemDeps, to: string): Promise<ReadonlySet<string>> {
  const rows = await system
    .selectFrom('messages')
    .select('provider_id')
    .where('to_address', '=', to)
    .where('direction', '=', 'out')
    .where('channel', '=', 'sms')
    .where('provider_id', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ provider_id }) => provider_id ?? []));
}
