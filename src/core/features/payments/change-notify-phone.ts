import type { CompanyTx } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { dropCompanyCode, hasLiveCode } from '../trust/company-codes.ts';
import type { CompanyProofs } from '../trust/company-proofs.ts';
import { type CodeToSend, sendCompanyCode } from '../trust/send-code.ts';

type PhoneColumns = Partial<Pick<CompanyProofs, 'notify_phone' | 'pending_notify_phone'>>;

interface NewPhone {
  before: Pick<CompanyProofs, 'notify_phone'>;
  /** E.164; null: no phone, and none pending. */
  wanted: string | null;
}

/**
 * The effect of a new notice phone: the current one drops a pending one, and any other is pending and gets a code by
 * text, unless one is already valid, because these settings are saved together. Throws RATE_LIMITED and
 * SMS_NOT_ALLOWED. Requires the company's lock.
 */
export async function changeNotifyPhone(
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
