import { sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/**
 * Whether this company has never texted this number (C6). Ignores failed texts and earlier attempts to send this text.
 */
export async function isFirstText(
  tx: CompanyTx,
  companyId: CompanyId,
  phone: string,
  rowId: string | null = null,
): Promise<boolean> {
  const earlier = await tx
    .selectFrom('texts_sent')
    .select('message_id')
    .where('company_id', '=', companyId)
    .where('to_address', '=', phone)
    .where(sql<boolean>`(${rowId}::uuid is null or message_id <> ${rowId})`)
    .limit(1)
    .executeTakeFirst();
  return earlier === undefined;
}
