import type { CompanyTx } from '../../platform/db/app.ts';
import type { RowOf } from '../../platform/db/tables.ts';

/** Why a text with an offer does not go out. */
export const OFFER_NEEDS_WRITING = 'An offer by text needs consent in writing, and consent was given verbally';

/** C5: whether this person agreed to texts in writing, as offers and requests for a review need it; spoken is not enough. */
export async function hasWrittenConsent(
  tx: CompanyTx,
  { company, phone }: { company: Pick<RowOf<'company_profiles'>, 'id'>; phone: string },
): Promise<boolean> {
  const consent = await tx
    .selectFrom('consents')
    .innerJoin('leads', 'leads.id', 'consents.lead_id')
    .select('consents.id')
    .where('consents.company_id', '=', company.id)
    .where('consents.phone', '=', phone)
    .where('consents.method', '!=', 'verbal')
    .where('leads.held_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return consent !== undefined;
}
