import type {
  PaymentSettings,
  PaymentSettingsInput,
  PaymentSettingsWithCaps,
} from '#shared/features/payments/payments.schema.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { PHONE_HINT } from '#shared/primitives/phone.ts';
import { refuseStale } from '#shared/primitives/refuse-stale.ts';
import { inCompany, type CompanyTx } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { cappedStates, isTextable } from '../../platform/us-data/index.ts';
import { sendCompanyCode, type CodeToSend } from '../trust/send-code.ts';
import { dropCompanyCode, hasLiveCode } from '../trust/company-codes.ts';
import type { CompanyProofs } from '../trust/company-proofs.ts';

/** Returns the payment terms that the company sets for homeowners, and its phone for notices. */
export const readPaymentSettings = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  companyId: CompanyId,
): Promise<PaymentSettingsWithCaps> =>
  inCompany(db, companyId, async (tx) =>
    withCaps(tx, { companyId, settings: await settingsOf(tx, companyId), now: clock.now() }),
  );

const settingsOf = async (tx: CompanyTx, companyId: CompanyId, lock = false): Promise<PaymentSettings> => {
  const row = await tx
    .selectFrom('company_profiles')
    .select([
      'deposit_kind',
      'deposit_percent',
      'deposit_amount_cents',
      'offer_full_payment',
      'default_plan',
      'notify_phone',
      'pending_notify_phone',
    ])
    .where('id', '=', companyId)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirstOrThrow();
  return {
    depositKind: row.deposit_kind,
    depositPercent: row.deposit_percent,
    depositAmountCents: row.deposit_amount_cents,
    offerFullPayment: row.offer_full_payment,
    defaultPlan: row.default_plan,
    notifyPhone: row.notify_phone,
    pendingNotifyPhone: row.pending_notify_phone,
  };
};

async function withCaps(
  tx: CompanyTx,
  { companyId, settings, now }: { companyId: CompanyId; settings: PaymentSettings; now: Date },
): Promise<PaymentSettingsWithCaps> {
  const { pendingNotifyPhone: pending } = settings;
  const waiting = pending === null ? undefined : await waitingCode(tx, { companyId, pending, now });
  return { ...settings, cappedStates: cappedStates(), ...(waiting && { codeDueAt: waiting.due_at.toISOString() }) };
}

/**
 * Reads the text message that contains the code, if it's waiting for texting hours. Uses the index `messages_waiting`.
 */
const waitingCode = (
  tx: CompanyTx,
  { companyId, pending, now }: { companyId: CompanyId; pending: string; now: Date },
) =>
  tx
    .selectFrom('messages')
    .select('due_at')
    .where('company_id', '=', companyId)
    .where('channel', '=', 'sms')
    .where('status', '=', 'scheduled')
    .where('due_at', '>', now)
    .where('kind', '=', 'company.code')
    .where('to_address', '=', pending)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();

/**
 * Saves the settings. They apply to estimates sent from now on. A new notice phone is pending until the contractor
 * confirms it. Throws VALIDATION_FAILED if the phone number is invalid, and SMS_NOT_ALLOWED if it can't be texted.
 * Throws RATE_LIMITED if no further code can be sent now. Throws CONFLICT if the stored settings differ from `was`. If
 * it throws, nothing changes.
 */
export async function updatePaymentSettings(
  { db, config, clock, wakeUps }: Pick<Deps, 'db' | 'config' | 'clock' | 'wakeUps'>,
  asker: Pick<CodeToSend, 'companyId' | 'ip'>,
  { was, notifyPhone, pendingNotifyPhone, defaultPlan, ...settings }: PaymentSettingsInput,
): Promise<PaymentSettingsWithCaps> {
  const { companyId } = asker;
  if (notifyPhone && !isTextable(notifyPhone)) throw invalid({ notifyPhone: PHONE_HINT });
  const saved = await inCompany(db, companyId, async (tx) => {
    const before = await settingsOf(tx, companyId, true);
    refuseStale(was, before, 'Your payment settings were');
    const asRead = notifyPhone === before.notifyPhone && pendingNotifyPhone === before.pendingNotifyPhone;
    const phone =
      notifyPhone === undefined || asRead
        ? {}
        : await changeNotifyPhone(tx, { config, clock }, asker, {
            before: { notify_phone: before.notifyPhone },
            wanted: notifyPhone,
          });
    await tx
      .updateTable('company_profiles')
      .set({
        deposit_kind: settings.depositKind,
        deposit_percent: settings.depositPercent,
        deposit_amount_cents: settings.depositAmountCents,
        offer_full_payment: settings.offerFullPayment,
        ...(defaultPlan !== undefined && { default_plan: defaultPlan && JSON.stringify(defaultPlan) }),
        ...phone,
      })
      .where('id', '=', companyId)
      .execute();
    return withCaps(tx, { companyId, settings: await settingsOf(tx, companyId), now: clock.now() });
  });
  if (notifyPhone && saved.pendingNotifyPhone !== null) void wakeUps.enqueue(companyId, 'sms');
  return saved;
}

type PhoneColumns = Partial<Pick<CompanyProofs, 'notify_phone' | 'pending_notify_phone'>>;

interface NewPhone {
  before: Pick<CompanyProofs, 'notify_phone'>;
  /** In E.164. Null removes the phone and cancels a pending one. */
  wanted: string | null;
}

/**
 * Returns the columns to set for a new notice phone. If it's the current phone or null, any pending phone is canceled.
 * Any other phone becomes pending and is texted a code, unless it already has a valid code. Throws RATE_LIMITED and
 * SMS_NOT_ALLOWED. The caller must lock the company.
 */
async function changeNotifyPhone(
  tx: CompanyTx,
  deps: Pick<Deps, 'config' | 'clock'>,
  { companyId, ip }: Pick<CodeToSend, 'companyId' | 'ip'>,
  { before, wanted }: NewPhone,
): Promise<PhoneColumns> {
  if (wanted === null || wanted === before.notify_phone) {
    await dropCompanyCode(tx, { companyId, what: 'notifyPhone' });
    return { notify_phone: wanted, pending_notify_phone: null };
  }
  const proof = { companyId, what: 'notifyPhone', target: wanted } as const;
  if (!(await hasLiveCode(tx, proof))) await sendCompanyCode(tx, deps, { ...proof, ip });
  return { pending_notify_phone: wanted };
}
