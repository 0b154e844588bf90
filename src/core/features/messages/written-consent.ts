import type { CompanyTx } from '../../platform/db/app.ts';
import type { CompanyRow } from '../../platform/db/tables.ts';

/** C5: whether this person agreed to texts in writing, as offers and requests for a review need it; spoken is not enough. */
export async function hasWrittenConsent(
  tx: CompanyTx,
  { company, phone }: { company: Pick<CompanyRow, 'id'>; phone: string },
): Promise<boolean> {
  const consent = await tx
    .selectFrom('consents')
    .select('id')
    .where('company_id', '=', company.id)
    .where('phone', '=', phone)
    .where('method', '!=', 'verbal')
    .limit(1)
    .executeTakeFirst();
  return consent !== undefined;
}
