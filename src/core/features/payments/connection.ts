import type { ConnectionView } from '#shared/features/payments/payments.schema.ts';
import { connectStep, disabledWords, requirementWords } from '#shared/features/payments/requirement.words.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { BillingDeps } from '../billing/billing-deps.ts';

/**
 * Reads the company's account from our database, without calling Stripe. Stripe's events keep this data current (S14).
 */
export const readConnection = (
  { db, stripe, config }: Pick<BillingDeps, 'db' | 'stripe' | 'config'>,
  companyId: CompanyId,
): Promise<ConnectionView> =>
  inCompany(db, companyId, async (tx) => {
    const row = await tx
      .selectFrom('company_profiles')
      .leftJoin('stripe_accounts', 'stripe_accounts.id', 'company_profiles.stripe_account_id')
      .select([
        'stripe_account_id',
        'stripe_connected',
        'details_submitted',
        'currently_due',
        'pending_verification',
        'disabled_reason',
      ])
      .where('company_profiles.id', '=', companyId)
      .executeTakeFirstOrThrow();
    return {
      connected: row.stripe_account_id !== null && row.stripe_connected,
      accountId: row.stripe_account_id,
      detailsSubmitted: row.details_submitted ?? false,
      missing: requirementWords(row.currently_due ?? []),
      checking: (row.pending_verification ?? []).length > 0,
      disabledReason: disabledWords(row.disabled_reason),
      step: connectStep(row.disabled_reason, row.currently_due ?? []),
      available: stripe !== null,
      feeBasisPoints: config.PLATFORM_FEE_BPS,
    };
  });
