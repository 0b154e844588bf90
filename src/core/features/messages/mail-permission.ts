import { sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/** Why an address gets no commercial mail, in words for the contractor; the graver of two. */
const REFUSAL: Record<string, string> = {
  bounce: 'Mails to this address come back',
  complaint: 'This person reported your mail as spam',
};
const UNSUBSCRIBED = 'Unsubscribed from mails';

/** Of these addresses those that get no follow-up by mail from this company, with why (C22 to C26); one query. */
export async function mailRefusals(
  tx: CompanyTx,
  { companyId, addresses }: { companyId: CompanyId; addresses: readonly string[] },
): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await tx
    .selectFrom('opt_outs')
    .select(['address', 'source'])
    .where('company_id', '=', companyId)
    .where('channel', '=', 'email')
    .where('address', '=', sql<string>`any(${[...new Set(addresses)]})`)
    .where('lifted_at', 'is', null)
    .execute();
  const refusals = new Map<string, string>();
  for (const { address, source } of rows)
    refusals.set(address, REFUSAL[source] ?? refusals.get(address) ?? UNSUBSCRIBED);
  return refusals;
}
