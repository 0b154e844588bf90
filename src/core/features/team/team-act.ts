import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import type { TeamRole } from '#shared/features/team/roles.rules.ts';
import type { SystemTx } from '../../platform/db/system.ts';

/** A member acting for a company, and their role. */
export interface TeamActor {
  userId: UserId;
  companyId: CompanyId;
  role: TeamRole;
  ip: string;
}

/** What members do that the company's owners can read later (`company.auditLog`). */
export type CompanyAction =
  | 'team.invited'
  | 'team.invitation_revoked'
  | 'team.joined'
  | 'team.role_set'
  | 'team.removed'
  | 'team.left'
  | 'data.export_requested'
  | 'data.export_downloaded'
  | 'company.deletion_requested'
  | 'company.deletion_canceled'
  | 'lead.erased';

interface CompanyAct {
  by: Omit<TeamActor, 'role'>;
  action: CompanyAction;
  /** The email address of the member affected by the action, if any. */
  email?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  at: Date;
}

/** Adds the action to the audit log in the transaction that performs it. */
export async function recordCompanyAct(
  tx: SystemTx,
  { by, action, email, before, after, at }: CompanyAct,
): Promise<void> {
  const actor = await tx.selectFrom('users').select('email').where('id', '=', by.userId).executeTakeFirstOrThrow();
  const company = await tx
    .selectFrom('company_profiles')
    .select('name')
    .where('id', '=', by.companyId)
    .executeTakeFirstOrThrow();
  const named = (values: Record<string, unknown>) =>
    JSON.stringify({ ...(email !== undefined && { email }), ...values });
  await tx
    .insertInto('audit_log')
    .values({
      at,
      actor_id: by.userId,
      actor: actor.email,
      action,
      subject_kind: 'company',
      subject_id: by.companyId,
      subject: company.name,
      before: before ? named(before) : null,
      after: after ? named(after) : null,
      ip: by.ip.replace(/^::ffff:/, ''),
    })
    .execute();
}
