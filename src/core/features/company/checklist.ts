import type { ChecklistView } from '#shared/features/company/checklist.schema.ts';
import { EMAIL_CONFIRMATION } from '#shared/features/company/checklist.words.ts';
import { missingDetails } from '#shared/features/company/sender-details.rules.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { isCompanyEmailConfirmed } from '../trust/company-proofs.ts';

type ChecklistDeps = Pick<Deps, 'db' | 'clock'>;

const CLOSED: ChecklistView = {
  open: false,
  prices: true,
  priceChoice: true,
  company: true,
  missing: [],
  payments: true,
  widget: true,
};

/**
 * Determines which setup steps a new company still has to do, based on its stored data. The checklist closes when every
 * step is done or the contractor hides it. A closed checklist stays closed, even if a step is later undone.
 */
export const getChecklist = (deps: ChecklistDeps, companyId: CompanyId): Promise<ChecklistView> =>
  inCompany(deps.db, companyId, async (tx) => {
    const facts = await readFacts(tx, companyId);
    if (facts.checklist_closed_at !== null) return CLOSED;
    const missing = [
      ...missingDetails({ ...facts, postalAddress: facts.postal_address }),
      ...(isCompanyEmailConfirmed(facts) ? [] : [EMAIL_CONFIRMATION]),
    ];
    const done = {
      prices: facts.confirmed_at !== null,
      priceChoice: facts.widget_price_chosen_at !== null,
      company: missing.length === 0,
      payments: facts.stripe_connected && facts.stripe_account_id !== null,
      widget: facts.widget_seen_at !== null,
    };
    if (!Object.values(done).every(Boolean)) return { open: true, missing, ...done };
    await setClosed(tx, companyId, deps.clock.now());
    return CLOSED;
  });

/** Hides the checklist or shows it again. */
export const hideChecklist = (
  deps: ChecklistDeps,
  companyId: CompanyId,
  { hidden }: { hidden: boolean },
): Promise<void> => inCompany(deps.db, companyId, (tx) => setClosed(tx, companyId, hidden ? deps.clock.now() : null));

/** Marks the company's prices as confirmed, if they aren't yet. */
export const confirmPrices = ({ db, clock }: ChecklistDeps, companyId: CompanyId): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    await tx
      .updateTable('pricing_settings')
      .set({ confirmed_at: clock.now() })
      .where('company_id', '=', companyId)
      .where('confirmed_at', 'is', null)
      .execute();
  });

const setClosed = async (tx: CompanyTx, companyId: CompanyId, at: Date | null): Promise<void> => {
  await tx.updateTable('company_profiles').set({ checklist_closed_at: at }).where('id', '=', companyId).execute();
};

const readFacts = (tx: CompanyTx, companyId: CompanyId) =>
  tx
    .selectFrom('company_profiles')
    .leftJoin('pricing_settings', 'pricing_settings.company_id', 'company_profiles.id')
    .select([
      'name',
      'email',
      'email_confirmed_at',
      'phone',
      'postal_address',
      'stripe_connected',
      'stripe_account_id',
      'widget_seen_at',
      'checklist_closed_at',
      'widget_price_chosen_at',
      'pricing_settings.confirmed_at',
    ])
    .where('company_profiles.id', '=', companyId)
    .executeTakeFirstOrThrow();
