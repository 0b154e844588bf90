import { sql } from 'kysely';
import {
  type Allowance,
  HISTORY,
  type Proofs,
  type Refusal,
  whyNot,
} from '#shared/features/trust/company-allowance.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import { ACCESS_COLUMNS, type AccessRow, accessOf } from '../billing/access.ts';
import { budgetKeyHash } from './budgets.ts';

interface ProofRow
  extends AccessRow, Pick<RowOf<'company_profiles'>, 'email_confirmed_at' | 'notify_phone' | 'sms_registration'> {
  owner_confirmed_at: Date | null;
  created_at: Date;
  reached: number;
  complaints: number;
}

/** How old a company must be before its history raises its limits. A newer company's history isn't read. */
const FIRST_GROWTH = 30 * DAY;

/**
 * Reads the data for `whyNot` and `recipientsADay` in one statement. The data determines the company's trust level at
 * `at` (business clock).
 */
export async function readProofs(tx: CompanyTx, companyId: CompanyId, at: Date): Promise<Proofs> {
  const since = new Date(at.getTime() - HISTORY);
  const grown = sql`c.created_at <= ${new Date(at.getTime() - FIRST_GROWTH)}`;
  const { rows } = await sql<ProofRow>`
    select c.email_confirmed_at, c.notify_phone, c.sms_registration, c.created_at,
      owner_confirmed_at(c.user_id) as owner_confirmed_at,
      ${sql.join(ACCESS_COLUMNS.map((column) => sql.ref(`s.${column}`)))},
      case when ${grown} then (select coalesce(sum(amount), 0) from budget_spends where budget = 'company-recipients'
        and key_hash = ${budgetKeyHash({ budget: 'company-recipients', key: companyId })} and at > ${since})
        else 0 end as reached,
      case when ${grown} then (select count(*) from opt_outs o where o.company_id = c.id and o.channel = 'email'
        and o.source = 'complaint' and o.created_at > ${since}) else 0 end as complaints
    from company_profiles c left join subscribers s on s.company_id = c.id
    where c.id = ${companyId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a company can’t be read in its own transaction');
  return {
    ownerConfirmed: row.owner_confirmed_at !== null,
    companyEmailConfirmed: row.email_confirmed_at !== null,
    // notify_phone is always confirmed. An unconfirmed phone is stored as pending.
    notifyPhoneConfirmed: row.notify_phone !== null,
    // All plan columns are null if the company doesn't have a plan.
    tier: row.subscribed === null ? null : accessOf(row, at).tier,
    smsRegistration: row.sms_registration,
    age: at.getTime() - row.created_at.getTime(),
    reached: Number(row.reached),
    complaints: Number(row.complaints),
  };
}

const refusalError = ({ code, reason, nextStep }: Refusal): AppError =>
  new AppError(reason, code, nextStep === null ? {} : { nextStep });

/** Throws NOT_CONFIRMED, SUBSCRIPTION_REQUIRED or SMS_NOT_ALLOWED for the first unmet requirement. */
export function requireAllowed(proofs: Proofs, allowance: Allowance): void {
  const refusal = whyNot(allowance, proofs);
  if (refusal) throw refusalError(refusal);
}
