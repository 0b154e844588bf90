import type { CompanyTx } from '../../platform/db/app.ts';
import { permissionOf, smsPermissions } from '../permission/sms-permission.ts';
import { checkHours, checkPause, checkWindow, fullUntil, MOST_IN_A_DAY, type TextToCheck } from './check-text.ts';
import { firstVerdict, skip, type Verdict } from '../outbox/verdict.ts';

export type NoticeToCheck = Omit<TextToCheck, 'leadId' | 'template' | 'scheduleId'>;

/**
 * Every rule that binds a text to the contractor's own phone, the same as for homeowners: it goes to the phone in force
 * alone, which a code has proven (that is the consent, C4), not after STOP (C7), only from a registered sender (C21), at
 * most three in a day (C18) and inside the window at that phone's place (C14 to C16). What comes on top of three is by
 * email alone. Null where it may go.
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
