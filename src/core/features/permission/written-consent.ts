import type { CompanyTx } from '../../platform/db/app.ts';
import type { RowOf } from '../../platform/db/tables.ts';

/** Why a text with an offer isn't sent. */
export const OFFER_NEEDS_WRITING = 'An offer by text needs consent in writing, and consent was given verbally';

/** C5: whether this person gave written consent to texts, which offers and review requests require. */
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
