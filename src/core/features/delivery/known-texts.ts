import type { SystemDeps } from '../../platform/db/system.ts';

/**
 * SIDs of texts to this phone that already belong to rows. It covers all companies, because they share one Twilio
 * account, which lists texts by phone.
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
