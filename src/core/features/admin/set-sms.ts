import type { SetSmsInput } from '#shared/features/admin/admin.schema.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Deps } from '../../platform/deps.ts';
import type { SystemDeps, SystemTx } from '../../platform/db/system.ts';
import { type Actor, recordAct } from './audit.ts';

/**
 * Sets a company's own number and its carrier registration status (C21). Doesn't change or log anything if both are
 * unchanged. Throws NOT_FOUND if there's no such company. Throws CONFLICT if the number is the platform's shared number
 * or another company uses it.
 */
export async function setSms(
  { system, clock, config }: SystemDeps & Pick<Deps, 'clock' | 'config'>,
  by: Actor,
  { companyId, smsFrom, registration, reason }: SetSmsInput,
): Promise<void> {
  await system.transaction().execute(async (tx) => {
    const company = await lockCompany(tx, companyId);
    const after = {
      sms_from: smsFrom === undefined ? company.sms_from : smsFrom,
      sms_registration: registration,
      sms_rejection_reason: registration === 'rejected' ? (reason ?? null) : null,
    };
    const { name, ...before } = company;
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    if (after.sms_from !== null && after.sms_from !== before.sms_from)
      await refuseTaken(tx, { companyId, number: after.sms_from, shared: config.TWILIO_FROM });
    await tx.updateTable('company_profiles').set(after).where('id', '=', companyId).execute().catch(sayTaken);
    await recordAct(tx, {
      by,
      action: 'company.sms_set',
      on: { kind: 'company', id: companyId, name },
      before: toFacts(before),
      after: toFacts(after),
      at: clock.now(),
    });
  });
}

interface SmsColumns {
  sms_from: string | null;
  sms_registration: string;
  sms_rejection_reason: string | null;
}

const toFacts = ({ sms_from, sms_registration, sms_rejection_reason }: SmsColumns) => ({
  smsFrom: sms_from,
  registration: sms_registration,
  reason: sms_rejection_reason,
});

async function lockCompany(tx: SystemTx, companyId: CompanyId): Promise<SmsColumns & { name: string }> {
  const company = await tx
    .selectFrom('company_profiles')
    .select(['sms_from', 'sms_registration', 'sms_rejection_reason', 'name'])
    .where('id', '=', companyId)
    .forUpdate()
    .executeTakeFirst();
  if (!company) throw notFound('the company');
  return company;
}

const taken = (message: string): AppError => new AppError(message, 'CONFLICT', { fields: { smsFrom: message } });

async function refuseTaken(
  tx: SystemTx,
  { companyId, number, shared }: { companyId: CompanyId; number: string; shared: string | undefined },
): Promise<void> {
  if (number === shared) throw taken('This is the platform’s shared number. Leave the field empty to use it');
  const other = await tx
    .selectFrom('company_profiles')
    .select('name')
    .where('sms_from', '=', number)
    .where('id', '!=', companyId)
    .executeTakeFirst();
  if (other) throw taken(`${other.name} already texts from ${formatPhone(number)}`);
}

/**
 * Converts the unique constraint's error to CONFLICT. The error occurs if two admins set the same number at the same
 * time.
 */
const sayTaken = (error: unknown): never => {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'company_profiles_sms_from_unique')
    throw taken('Another company was just given this number');
  throw error;
};
