import { termsIn } from '#shared/features/company/terms.rules.ts';
import type { TermsView } from '#shared/features/company/company.schema.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import { refuseStale } from '#shared/primitives/refuse-stale.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import type { CompanyRow } from './company.table.ts';

type Written = Pick<CompanyRow, 'terms' | 'terms_es'>;

const toView = ({ terms, terms_es: es }: Written): TermsView => ({
  text: terms,
  spanish: termsIn('es', { en: terms, es }),
});

/** Reads the company's terms in each language. The deposit placeholder isn't replaced. */
export const getTerms = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<TermsView> =>
  inCompany(db, companyId, async (tx) => toView(await readTerms(tx, companyId)));

const readTerms = (tx: CompanyTx, companyId: CompanyId, lock = false): Promise<Written> =>
  tx
    .selectFrom('company_profiles')
    .select(['terms', 'terms_es'])
    .where('id', '=', companyId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();

/**
 * Replaces the company's terms in one language. Estimates that were already sent keep their terms. Throws CONFLICT if
 * `was` isn't the stored value.
 */
export const updateTerms = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  {
    text,
    was,
    language = DEFAULT_LANGUAGE,
  }: { text: string; was?: string | undefined; language?: Language | undefined },
): Promise<TermsView> =>
  inCompany(db, companyId, async (tx) => {
    const stored = await readTerms(tx, companyId, true);
    const before = toView(stored);
    const shown = language === 'es' ? before.spanish : before.text;
    refuseStale(was === undefined ? undefined : { text: was }, { text: shown }, 'The terms were');
    const change = language === 'es' ? { terms_es: text } : { terms: text };
    await tx.updateTable('company_profiles').set(change).where('id', '=', companyId).execute();
    return toView({ ...stored, ...change });
  });

/**
 * Returns the terms for a new version. If the contractor wrote terms for this estimate, returns them, in one language
 * only. Otherwise, returns the company's terms in `language` and, if they differ, in the other language.
 */
export const termsOf = (
  { terms: en, terms_es: es }: Written,
  language: Language,
  written: string | undefined,
): { terms: string; otherTerms: string | null } => {
  const terms = { en, es: termsIn('es', { en, es }) };
  const other = terms[language === 'es' ? 'en' : 'es'];
  if (written !== undefined && written !== terms[language]) return { terms: written, otherTerms: null };
  return { terms: terms[language], otherTerms: other === terms[language] ? null : other };
};
