import type {
  PaymentSettings,
  PaymentSettingsInput,
  PaymentSettingsWithCaps,
} from '#shared/features/payments/payments.schema.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { PHONE_HINT } from '#shared/primitives/phone.ts';
import { refuseStale } from '#shared/primitives/refuse-stale.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { cappedStates, isTextable } from '../../platform/us-data/index.ts';

/** What the company asks of a homeowner, and whom it tells. */
export const readPaymentSettings = async (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
): Promise<PaymentSettingsWithCaps> => ({
  ...(await inCompany(db, companyId, (tx) => settingsOf(tx, companyId))),
  cappedStates: cappedStates(),
});

const settingsOf = async (tx: CompanyTx, companyId: CompanyId, lock = false): Promise<PaymentSettings> => {
  const row = await tx
    .selectFrom('company_profiles')
    .select(['deposit_kind', 'deposit_percent', 'deposit_amount_cents', 'offer_full_payment', 'notify_phone'])
    .where('id', '=', companyId)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirstOrThrow();
  return {
    depositKind: row.deposit_kind,
    depositPercent: row.deposit_percent,
    depositAmountCents: row.deposit_amount_cents,
    offerFullPayment: row.offer_full_payment,
    notifyPhone: row.notify_phone,
  };
};

/**
 * Counts for estimates sent from now on. Throws VALIDATION_FAILED for a phone that cannot be texted, CONFLICT where
 * `was` is not what is stored.
 */
export async function updatePaymentSettings(
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  { was, ...settings }: PaymentSettingsInput,
): Promise<PaymentSettingsWithCaps> {
  if (settings.notifyPhone !== null && !isTextable(settings.notifyPhone)) throw invalid({ notifyPhone: PHONE_HINT });
  return inCompany(db, companyId, async (tx) => {
    refuseStale(was, await settingsOf(tx, companyId, true), 'Your payment settings were');
    await tx
      .updateTable('company_profiles')
      .set({
        deposit_kind: settings.depositKind,
        deposit_percent: settings.depositPercent,
        deposit_amount_cents: settings.depositAmountCents,
        offer_full_payment: settings.offerFullPayment,
        notify_phone: settings.notifyPhone,
      })
      .where('id', '=', companyId)
      .execute();
    return { ...settings, cappedStates: cappedStates() };
  });
}
