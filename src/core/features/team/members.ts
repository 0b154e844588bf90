import { DatabaseError } from 'pg';
import { maySetRole, roleMay, type TeamRole } from '#shared/features/team/roles.rules.ts';
import type { TeamView } from '#shared/features/team/team.schema.ts';
import { AppError, invalid, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import type { Deps } from '../../platform/deps.ts';
import { asCompany, type SystemDeps, type SystemTx } from '../../platform/db/system.ts';
import { handOverLeads } from '../lead-rows/write-leads.ts';
import { handOverDeals } from '../deals/note-deals.ts';
import { recordCompanyAct, type TeamActor } from './team-act.ts';

export type TeamDeps = SystemDeps & Pick<Deps, 'clock'>;

export async function listTeam({ system, clock }: TeamDeps, companyId: CompanyId): Promise<TeamView> {
  const members = await system
    .selectFrom('company_members')
    .innerJoin('users', 'users.id', 'company_members.user_id')
    .select(['users.id as userId', 'users.name', 'users.email', 'company_members.role'])
    .where('company_members.company_id', '=', companyId)
    .orderBy('company_members.joined_at')
    .orderBy('users.id')
    .execute();
  const invitations = await system
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'expires_at'])
    .where('company_id', '=', companyId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return {
    members,
    invitations: invitations.map(({ expires_at: at, ...invitation }) => ({
      ...invitation,
      expiresAt: at.toISOString(),
    })),
  };
}

/**
 * Changes a member's role. Throws NOT_FOUND if the user isn't a member. Throws FORBIDDEN if the actor can't make this
 * change, for example if a manager grants or removes the owner role. Throws CONFLICT if the company would no longer
 * have an owner.
 */
export const setTeamRole = (
  { system, clock }: TeamDeps,
  by: TeamActor,
  { userId, role }: { userId: UserId; role: TeamRole },
): Promise<void> =>
  keepingAnOwner(() =>
    system.transaction().execute(async (tx) => {
      const actor = await lockActor(tx, by);
      const member = await findMember(tx, by.companyId, userId);
      if (!maySetRole(actor, member.role, role)) throw onlyOwners();
      if (member.role === role) return;
      await tx
        .updateTable('company_members')
        .set({ role })
        .where('company_id', '=', by.companyId)
        .where('user_id', '=', userId)
        .execute();
      const { email } = member;
      const change = { before: { role: member.role }, after: { role } };
      await recordCompanyAct(tx, { by, action: 'team.role_set', email, ...change, at: clock.now() });
    }),
  );

/**
 * Removes a member. Their leads and deals are reassigned to `handTo`. If `handTo` isn't given, they become unassigned.
 * The removed member's event streams end, and their next request for this company is rejected. Throws the same errors
 * as `setTeamRole`, except that members who remove themselves don't get FORBIDDEN. Throws NOT_FOUND if `handTo` isn't a
 * member. Throws VALIDATION_FAILED if `handTo` is a viewer or is the member being removed.
 */
export const removeMember = (
  { system, clock }: TeamDeps,
  by: TeamActor,
  { userId, handTo }: { userId: UserId; handTo?: UserId | undefined },
): Promise<void> =>
  keepingAnOwner(() =>
    system.transaction().execute(async (tx) => {
      const { companyId } = by;
      const leaves = userId === by.userId;
      const actor = await lockActor(tx, by);
      const member = await findMember(tx, companyId, userId);
      if (!leaves && !maySetRole(actor, member.role, null)) throw onlyOwners();
      if (handTo !== undefined) {
        if (handTo === userId) throw invalid({ handTo: 'Choose someone other than the person you’re removing' });
        const heir = await findMember(tx, companyId, handTo);
        if (!roleMay(heir.role, 'work'))
          throw invalid({ handTo: 'You can’t assign leads to a viewer. Choose someone else' });
        await asCompany(tx, companyId, async (inside) => {
          await handOverLeads(inside, { companyId, from: userId, to: handTo });
          await handOverDeals(inside, { companyId, from: userId, to: handTo, at: clock.now() });
        });
      }
      await tx
        .deleteFrom('company_members')
        .where('company_id', '=', companyId)
        .where('user_id', '=', userId)
        .execute();
      await tx
        .updateTable('users')
        .set({ active_company_id: null })
        .where('id', '=', userId)
        .where('active_company_id', '=', companyId)
        .execute();
      await tx.deleteFrom('push_devices').where('company_id', '=', companyId).where('user_id', '=', userId).execute();
      await recordCompanyAct(tx, {
        by,
        action: leaves ? 'team.left' : 'team.removed',
        email: member.email,
        before: { role: member.role },
        at: clock.now(),
      });
    }),
  );

/** Returns a member. Throws NOT_FOUND if the user isn't a member of the company. */
async function findMember(tx: SystemTx, companyId: CompanyId, userId: UserId) {
  const member = await tx
    .selectFrom('company_members')
    .innerJoin('users', 'users.id', 'company_members.user_id')
    .select(['company_members.role', 'users.email'])
    .where('company_members.company_id', '=', companyId)
    .where('company_members.user_id', '=', userId)
    .executeTakeFirst();
  if (!member) throw notFound('this member');
  return member;
}

/**
 * Locks the company and returns the actor's current role. The lock serializes changes to the team. Throws FORBIDDEN if
 * the actor has been removed.
 */
export async function lockActor(tx: SystemTx, { companyId, userId }: TeamActor): Promise<TeamRole> {
  await tx.selectFrom('company_profiles').select('id').where('id', '=', companyId).forNoKeyUpdate().execute();
  const actor = await tx
    .selectFrom('company_members')
    .select('role')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!actor) throw new AppError('You’re no longer a member of this company', 'FORBIDDEN');
  return actor.role;
}

export const onlyOwners = (): AppError => new AppError('Only owners can add, change or remove an owner', 'FORBIDDEN');

/**
 * Runs a change to the team. If the change would remove the last owner, a database trigger rejects it. The trigger's
 * error is converted to CONFLICT.
 */
async function keepingAnOwner(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DatabaseError && error.constraint === 'company_members_owner')) throw error;
    throw new AppError('A company needs an owner. Make someone else an owner first', 'CONFLICT');
  }
}
