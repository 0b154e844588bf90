import { sql } from 'kysely';
import type { TeamRole } from '#shared/features/team/roles.rules.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import type { LoadedKind } from './load-kinds.ts';
import type { MessageRow } from './messages.table.ts';

interface Notice {
  row: Pick<MessageRow, 'lead_id' | 'payload'>;
  company: Pick<RowOf<'company_profiles'>, 'id' | 'email' | 'notify_phone'>;
  kind: Pick<LoadedKind, 'forCompany'>;
}

/**
 * Returns who gets a notice to the contractor. Called just before the notice is sent. If the lead is assigned to a
 * member, the email is sent to that member's confirmed email address. A text is then sent only if the member is an
 * owner, because the notice phone belongs to the owners. If the lead isn't assigned, the company gets the email and the
 * text. A member who leaves the company no longer has assigned leads. `phone` is null if no text is sent.
 */
export async function noticeRecipient(
  tx: CompanyTx,
  { row, company, kind }: Notice,
): Promise<{ email: string; phone: string | null }> {
  const companys = { email: company.email, phone: company.notify_phone };
  if (row.lead_id === null || kind.forCompany?.(row.payload)) return companys;
  const { rows } = await sql<{ email: string; role: TeamRole }>`
    select member.email, member.role from leads, member_contact(leads.assigned_to) member
    where leads.company_id = ${company.id} and leads.id = ${row.lead_id}`.execute(tx);
  const [member] = rows;
  if (!member) return companys;
  return { email: member.email, phone: member.role === 'owner' ? company.notify_phone : null };
}
