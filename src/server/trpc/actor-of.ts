import type { TeamActor } from '#core/features/team/team-act.ts';
import type { TeamRole } from '#shared/features/team/roles.rules.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';

/** Returns the member who makes the call, for the audit log. */
export const actorOf = (ctx: { userId: UserId; companyId: CompanyId; role: TeamRole; ip: string }): TeamActor => ({
  userId: ctx.userId,
  companyId: ctx.companyId,
  role: ctx.role,
  ip: ctx.ip,
});
