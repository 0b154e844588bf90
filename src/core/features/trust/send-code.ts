import type { Proof } from '#shared/features/trust/confirm.schema.ts';
import { AppError, type ErrorCode } from '#shared/primitives/app-error.ts';
import { networkOf } from '#shared/primitives/network.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { accessOf, findAccessRow } from '../billing/access.ts';
import { enqueueMessage } from '../messages/enqueue-message.ts';
import { openingForPlatform, hasStoppedNotices } from '../permission/platform-text.ts';
import { spendBudgets, type NotSpent } from './budgets.ts';
import { issueCompanyCode, type ToProve } from './company-codes.ts';
import { companyCode } from './messages/company-code.ts';

export interface CodeToSend extends ToProve {
  /** The client's IP address. Codes have a budget per network. */
  ip: string;
}

const TOO_MANY: Partial<Record<NotSpent, string>> = {
  'code-email':
    'This email address has reached today’s limit of codes. Check its inbox and spam folder, or try again tomorrow',
  'code-phone': 'This number has reached today’s limit of codes. Check its texts, or try again tomorrow',
  'company-codes': 'You’ve reached today’s limit of codes. Use the newest one, or try again tomorrow',
  'network-codes': 'Your network requested too many codes. Wait an hour and try again',
};

/** The message doesn't give a specific reason, because an opt-out is private to the number's owner. */
const NO_TEXTS =
  'We can’t text this number. It may have opted out of our texts, or our texts may be paused. Use another number';

/** Creates an error that the form shows next to the email address or phone field. */
const refused = (what: Proof, code: ErrorCode, message: string): AppError =>
  new AppError(message, code, { fields: { [what]: message } });

/**
 * Sends a six-digit code to an email address or phone that may not belong to the company. The message uses the
 * platform's wording. The previous code becomes invalid. A text is sent only within the automated texting hours at the
 * phone's location. Returns when the message is due. The caller must lock the company first, and enqueue a wake-up job
 * for it after the commit. Throws RATE_LIMITED if a budget is used up. Throws SMS_NOT_ALLOWED if the number can't be
 * texted.
 */
export async function sendCompanyCode(
  tx: CompanyTx,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  { ip, ...proof }: CodeToSend,
): Promise<Date> {
  const { companyId, what, target } = proof;
  const now = clock.now();
  const due = what === 'email' ? now : await whenTextable(tx, proof, now);
  const spent = await spendBudgets(
    tx,
    [
      { budget: what === 'email' ? 'code-email' : 'code-phone', key: await keyOf(tx, proof, now) },
      { budget: 'company-codes', key: companyId },
      { budget: 'network-codes', key: networkOf(ip) },
    ],
    now,
  );
  if (spent !== null) throw refused(what, 'RATE_LIMITED', TOO_MANY[spent] ?? 'Try again tomorrow');
  const delay = due.getTime() - now.getTime();
  const sealed = await issueCompanyCode(tx, config.APP_SECRET, { ...proof, delay });
  await enqueueMessage(tx, {
    companyId,
    leadId: null,
    kind: companyCode,
    channel: what === 'email' ? 'email' : 'sms',
    to: target,
    payload: { sealed },
    at: now,
    due: { at: due, moved: null },
  });
  return due;
}

/**
 * Returns the key of the budget for codes to this email address or phone. If the company has a plan, the key includes
 * the company's id. Accounts without a plan then can't use up this company's budget.
 */
async function keyOf(tx: CompanyTx, { companyId, target }: ToProve, now: Date): Promise<string> {
  const { hasDashboard } = accessOf(await findAccessRow(tx, companyId), now);
  return hasDashboard ? `${companyId} ${target}` : target;
}

async function whenTextable(tx: CompanyTx, { companyId, target }: ToProve, now: Date): Promise<Date> {
  const company = await tx
    .selectFrom('company_profiles')
    .select('sms_paused_at')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const opening = openingForPlatform(target, now);
  const stopped = await hasStoppedNotices(tx, { companyId, phone: target });
  if (stopped || company.sms_paused_at !== null || opening === null)
    throw refused('notifyPhone', 'SMS_NOT_ALLOWED', NO_TEXTS);
  return opening;
}
