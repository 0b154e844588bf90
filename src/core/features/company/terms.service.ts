import { refuseStale } from '#shared/primitives/refuse-stale.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';

/** The company's terms, with the deposit placeholder unfilled. */
export const getTerms = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<{ text: string }> =>
  inCompany(db, companyId, (tx) => readTerms(tx, companyId));

const readTerms = async (tx: CompanyTx, companyId: CompanyId, lock = false): Promise<{ text: string }> => {
  const { terms } = await tx
    .selectFrom('company_profiles')
    .select('terms')
    .where('id', '=', companyId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  return { text: terms };
};

/** Replaces the terms of future estimates; sent ones keep theirs. Throws CONFLICT if `was` isn't the stored value. */
export const updateTerms = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  { text, was }: { text: string; was?: string | undefined },
): Promise<{ text: string }> =>
  inCompany(db, companyId, async (tx) => {
    refuseStale(was === undefined ? undefined : { text: was }, await readTerms(tx, companyId, true), 'The terms were');
    await tx.updateTable('company_profiles').set({ terms: text }).where('id', '=', companyId).execute();
    return { text };
  });
