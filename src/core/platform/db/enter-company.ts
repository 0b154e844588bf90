import { type RawBuilder, sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { memberIn } from './requester.ts';

/**
 * Limits the transaction to one company and, in the request of a member with the role sales, to that member's leads and
 * unassigned ones: `picket_sales` has the rights of `picket_app` under additional policies (migration 0086). It is a
 * single statement text, so it needs no round trip of its own.
 */
export const enterCompany = (companyId: CompanyId): RawBuilder<unknown> => {
  const member = memberIn(companyId);
  const company = sql`select set_config('app.company_id', ${sql.lit<string>(companyId)}, true)`;
  if (!member) return company;
  const user = sql`, set_config('app.user_id', ${sql.lit<string>(member.userId)}, true)`;
  return member.role === 'sales' ? sql`set local role picket_sales; ${company}${user}` : sql`${company}${user}`;
};
