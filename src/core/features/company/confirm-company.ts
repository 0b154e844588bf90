import type { CompanyView } from '#shared/features/company/company.schema.ts';
import type {
  ConfirmInput,
  Proof,
  RequestConfirmationInput,
  RequestConfirmationView,
} from '#shared/features/trust/confirm.schema.ts';
import { AppError, invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { tryCompanyCode } from '../trust/company-codes.ts';
import { type CompanyProofs, isCompanyEmailConfirmed, lockProofs } from '../trust/company-proofs.ts';
import { sendCompanyCode } from '../trust/send-code.ts';
import type { Asker } from './change-email.ts';
import { readCompanyView } from './company-view.ts';

const NOTHING: Record<Proof, string> = {
  email: 'Your email address is already confirmed',
  notifyPhone: 'There’s no new phone number to confirm',
};

/** Returns the email address or phone number that a code would confirm now, or null if there's nothing to confirm. */
function toConfirm(what: Proof, proofs: CompanyProofs): string | null {
  if (what === 'notifyPhone') return proofs.pending_notify_phone;
  return proofs.pending_email ?? (isCompanyEmailConfirmed(proofs) ? null : proofs.email);
}

/**
 * Sends a new code to the pending email address or phone number. If no email address is pending and the current email
 * address isn't confirmed, sends the code to the current email address. Throws CONFLICT if there's nothing to confirm.
 * Throws SMS_NOT_ALLOWED if the phone number can't be texted. Throws RATE_LIMITED.
 */
export async function requestConfirmation(
  { db, config, clock, wakeUps }: Pick<Deps, 'db' | 'config' | 'clock' | 'wakeUps'>,
  { companyId, ip }: Asker,
  { what }: RequestConfirmationInput,
): Promise<RequestConfirmationView> {
  const sent = await inCompany(db, companyId, async (tx) => {
    const target = toConfirm(what, await lockProofs(tx, companyId));
    if (target === null) throw new AppError(NOTHING[what], 'CONFLICT');
    return { target, due: await sendCompanyCode(tx, { config, clock }, { companyId, ip, what, target }) };
  });
  void wakeUps.enqueue(companyId, what === 'email' ? 'email' : 'sms');
  return { sentTo: sent.target, dueAt: sent.due > clock.now() ? sent.due.toISOString() : null };
}

/**
 * Checks a code that was sent to the pending email address or phone number. If the code is correct, the email address
 * or phone number takes effect. Throws the same VALIDATION_FAILED at `code` whether the code is wrong, expired or used.
 * Five wrong attempts invalidate a code.
 */
export async function confirmCompany(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  companyId: CompanyId,
  { what, code }: ConfirmInput,
): Promise<CompanyView> {
  // A wrong attempt must be counted, so the error is thrown after the commit.
  const view = await inCompany(db, companyId, async (tx) => {
    const proofs = await lockProofs(tx, companyId);
    const proven = await tryCompanyCode(tx, config.APP_SECRET, { companyId, what, code });
    if (proven === null || proven !== toConfirm(what, proofs)) return null;
    const columns =
      what === 'email'
        ? { email: proven, email_confirmed_at: clock.now(), pending_email: null }
        : { notify_phone: proven, pending_notify_phone: null };
    await tx.updateTable('company_profiles').set(columns).where('id', '=', companyId).execute();
    return readCompanyView(tx, config, companyId);
  });
  if (!view) throw invalid({ code: 'That code isn’t right, or it has expired. Check it, or request a new one' });
  return view;
}
