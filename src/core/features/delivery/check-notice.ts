import type { CompanyTx } from '../../platform/db/app.ts';
import { permissionOf, smsPermissions } from '../permission/sms-permission.ts';
import { checkHours, checkPause, checkWindow, fullUntil, MOST_IN_A_DAY, type TextToCheck } from './check-text.ts';
import { firstVerdict, skip, type Verdict } from '../outbox/verdict.ts';

export type NoticeToCheck = Omit<TextToCheck, 'leadId' | 'template' | 'scheduleId'>;

/**
 * Every rule for a text to the contractor's own phone, the same as for homeowners: it goes only to the current phone,
 * which a code has confirmed (that is the consent, C4), not after STOP (C7), only from a registered sender (C21), at
 * most three a day (C18) and within hours at that phone's location (C14 to C16). Beyond three, notices are sent by
 * email alone. Null if it can be sent.
 */
export const checkNotice = (tx: CompanyTx, text: NoticeToCheck): Promise<Verdict | null> =>
  firstVerdict([
    () => checkPhone(text),
    () => checkPause(text),
    () => checkPermission(tx, text),
    () => checkHours(text),
    () => checkDay(tx, text),
    () => checkWindow(text),
  ]);

const checkPhone = ({ company, phone }: NoticeToCheck): Verdict | null =>
  phone === company.notify_phone ? null : skip('We only text your confirmed phone, and this is another number');

async function checkPermission(tx: CompanyTx, { company, phone }: NoticeToCheck): Promise<Verdict | null> {
  const permission = permissionOf(await smsPermissions(tx, { company, phones: [phone], proven: phone }), phone);
  if (permission.allowed) return null;
  if (permission.refusal === 'opted_out') return skip('You replied STOP from this phone');
  return skip(permission.reason ?? 'This number can’t be texted');
}

async function checkDay(tx: CompanyTx, text: NoticeToCheck): Promise<Verdict | null> {
  if ((await fullUntil(tx, text)) === null) return null;
  return skip(`Your phone got ${MOST_IN_A_DAY} texts in 24 hours. This notice is in your email only`);
}
