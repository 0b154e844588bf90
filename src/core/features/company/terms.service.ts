import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';

/** The company's terms, with the placeholder of the deposit unfilled. */
export const getTerms = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<{ text: string }> =>
  inCompany(db, companyId, async (tx) => {
    const { terms } = await tx
      .selectFrom('company_profiles')
      .select('terms')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    return { text: terms };
  });

/** Replaces the terms of estimates to come; those already sent keep theirs. */
export const updateTerms = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  { text }: { text: string },
): Promise<{ text: string }> =>
  inCompany(db, companyId, async (tx) => {
    await tx.updateTable('company_profiles').set({ terms: text }).where('id', '=', companyId).execute();
    return { text };
  });
