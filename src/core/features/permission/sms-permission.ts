import { sql } from 'kysely';
import type { SmsRefusal } from '#shared/features/conversations/conversations.schema.ts';
import { REGISTRATION_REASON } from '#shared/features/trust/company-allowance.rules.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { isTextable } from '../../platform/us-data/index.ts';

/** Whether a number can get automated texts. If not, `reason` is shown to the contractor. */
export interface SmsPermission {
  allowed: boolean;
  /** The reason as a code. Null if texts are allowed. */
  refusal: SmsRefusal | null;
  reason: string | null;
  /** When the newest consent for this company was given, as an ISO instant (C4). Null without consent. */
  consentAt: string | null;
}

export type SmsCompany = Pick<
  RowOf<'company_profiles'>,
  'id' | 'sms_from' | 'sms_registration' | 'sms_paused_at' | 'time_zone'
>;

/** Permissions by number (E.164). */
export type Permissions = ReadonlyMap<string, SmsPermission>;

/** The result for a lead without a phone. */
export const NO_PHONE: SmsPermission = {
  allowed: false,
  refusal: 'no_phone',
  reason: 'No phone number',
  consentAt: null,
};

/** The reason shown while carriers refuse the company's texts (T9). */
export const TEXTS_PAUSED = 'Carriers refuse your texts until your number is registered';

/**
 * Returns whether this company can text each number (E.164). It can text a number if all of these are true:
 * - The number can receive texts.
 * - A lead that isn't held consented to texts from this company to this number (C4). No consent is needed for `proven`,
 *   because the company itself confirmed that number with a code.
 * - There's no active opt-out for the company. If the company uses the shared number, there's also no active opt-out
 *   for the shared number (C7, C11).
 * - Carriers approved the company (C21) and still accept its texts (T9).
 *
 * Runs two queries in total.
 */
export async function smsPermissions(
  tx: CompanyTx,
  { company, phones, proven }: { company: SmsCompany; phones: readonly string[]; proven?: string },
): Promise<Map<string, SmsPermission>> {
  const asked = [...new Set(phones)];
  if (asked.length === 0) return new Map();
  const consents = await tx
    .selectFrom('consents')
    .innerJoin('leads', 'leads.id', 'consents.lead_id')
    .select((row) => ['consents.phone', row.fn.max('consents.at').as('at')])
    .where('consents.company_id', '=', company.id)
    .where('consents.phone', '=', sql<string>`any(${asked})`)
    // The data of a lead waiting for review is unverified until the contractor accepts the lead.
    .where('leads.held_at', 'is', null)
    .groupBy('consents.phone')
    .execute();
  const optOuts = await liveOptOuts(tx, company, asked);
  const consentOf = new Map(consents.map((row) => [row.phone, row.at]));
  return new Map(
    asked.map((phone) => {
      const [consentAt, optOut] = [consentOf.get(phone) ?? null, optOuts.get(phone)];
      return [phone, smsPermission({ company, phone, consentAt, isProven: phone === proven, optOut })];
    }),
  );
}

/** Decides whether one number can be texted, based on its newest consent and newest active opt-out for this company. */
export function smsPermission({
  company,
  phone,
  consentAt,
  isProven = false,
  optOut,
}: {
  company: Omit<SmsCompany, 'id'>;
  phone: string;
  consentAt: Date | null;
  isProven?: boolean;
  optOut: OptOut | undefined;
}): SmsPermission {
  const no = refusalOf({ company, phone, consented: consentAt !== null || isProven, optOut });
  const consented = consentAt?.toISOString() ?? null;
  return { allowed: no === null, refusal: no?.refusal ?? null, reason: no?.reason ?? null, consentAt: consented };
}

/** Returns the permission for a lead's number, or `NO_PHONE` if it has none. */
export const permissionOf = (permissions: Permissions, phone: string | null): SmsPermission =>
  (phone === null ? undefined : permissions.get(phone)) ?? NO_PHONE;

export type OptOut = { source: string; created_at: Date };

async function liveOptOuts(tx: CompanyTx, company: SmsCompany, phones: string[]): Promise<Map<string, OptOut>> {
  const rows = await tx
    .selectFrom('opt_outs')
    .select(['address', 'source', 'created_at'])
    .where('channel', '=', 'sms')
    .where('address', '=', sql<string>`any(${phones})`)
    .where('lifted_at', 'is', null)
    .where((row) =>
      row.or([
        row('company_id', '=', company.id),
        // An opt-out with no company applies to all companies that use the shared number.
        ...(company.sms_from === null ? [row('company_id', 'is', null)] : []),
      ]),
    )
    .orderBy('created_at')
    .execute();
  return new Map(rows.map((row) => [row.address, row]));
}

function refusalOf(asked: {
  company: Omit<SmsCompany, 'id'>;
  phone: string;
  consented: boolean;
  optOut: OptOut | undefined;
}): { refusal: SmsRefusal; reason: string } | null {
  const { company, phone, consented, optOut } = asked;
  if (!isTextable(phone)) return { refusal: 'not_textable', reason: 'We can’t text this number' };
  if (optOut) return { refusal: 'opted_out', reason: optOutReason(optOut, company.time_zone) };
  if (!consented) return { refusal: 'no_consent', reason: 'No consent on file for texts to this number' };
  if (company.sms_registration !== 'approved')
    return { refusal: 'not_registered', reason: REGISTRATION_REASON[company.sms_registration] };
  if (company.sms_paused_at !== null) return { refusal: 'paused', reason: TEXTS_PAUSED };
  return null;
}

function optOutReason({ source, created_at }: OptOut, zone: string): string {
  const day = formatDate(created_at, zone);
  if (source === 'reply') return `Opted out by reply on ${day}`;
  if (source === 'carrier') return `Opted out through the carrier, detected on ${day}`;
  if (source === 'contractor') return `Opted out on ${day}, as you noted`;
  return `Opted out on ${day}`;
}
