import type { SystemDeps } from '../../platform/db/system.ts';

/**
 * Sids of texts to this phone that are rows' already. Of all companies: they share one account at Twilio, which lists
 * its texts by phone.
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
