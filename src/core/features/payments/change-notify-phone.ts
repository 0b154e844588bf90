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
 * What a new phone for notices changes: the one in force drops what was pending, and any other is pending and gets a
 * code by text, unless one for it is out already: these settings are saved whole. Throws RATE_LIMITED and
 * SMS_NOT_ALLOWED. The company is locked.
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
