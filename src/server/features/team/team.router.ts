import { z } from 'zod';
import {
  acceptInvitation,
  invite,
  readInvitation,
  resendInvitation,
  revokeInvitation,
} from '#core/features/team/invitations.ts';
import { listTeam, removeMember, setTeamRole } from '#core/features/team/members.ts';
import {
  acceptedView,
  acceptInvitationInput,
  invitationByIdInput,
  invitationLinkView,
  inviteInput,
  removeMemberInput,
  setTeamRoleInput,
  teamView,
} from '#shared/features/team/team.schema.ts';
import { actorOf } from '../../trpc/actor-of.ts';
import {
  managerProcedure,
  memberProcedure,
  officeQuery,
  publicProcedure,
  router,
  signedInProcedure,
} from '../../trpc/procedures.ts';

/**
 * Procedures for the company's members, their roles and invitations. Mutations by owners and managers return the
 * updated team.
 */
export const teamRouter = router({
  list: officeQuery.output(teamView).query(({ ctx }) => listTeam(ctx.deps, ctx.companyId)),

  invite: managerProcedure
    .input(inviteInput)
    .output(teamView)
    .mutation(async ({ ctx, input }) => {
      await invite(ctx.deps, actorOf(ctx), input);
      return listTeam(ctx.deps, ctx.companyId);
    }),

  resend: managerProcedure
    .input(invitationByIdInput)
    .output(teamView)
    .mutation(async ({ ctx, input }) => {
      await resendInvitation(ctx.deps, actorOf(ctx), input.invitationId);
      return listTeam(ctx.deps, ctx.companyId);
    }),

  revoke: managerProcedure
    .input(invitationByIdInput)
    .output(teamView)
    .mutation(async ({ ctx, input }) => {
      await revokeInvitation(ctx.deps, actorOf(ctx), input.invitationId);
      return listTeam(ctx.deps, ctx.companyId);
    }),

  /**
   * Returns whom an emailed invitation is for, before they sign in or sign up. It's called by POST, so that the token
   * isn't in a URL.
   */
  invitation: publicProcedure
    .input(acceptInvitationInput)
    .output(invitationLinkView)
    .mutation(({ ctx, input }) => readInvitation(ctx.deps, input.token)),

  /** Accepts an emailed invitation. Adds the user to the company and switches them to it. */
  accept: signedInProcedure
    .input(acceptInvitationInput)
    .output(acceptedView)
    .mutation(({ ctx, input }) =>
      acceptInvitation(ctx.deps, { userId: ctx.userId, email: ctx.viewer.email, ip: ctx.ip }, input.token),
    ),

  setRole: managerProcedure
    .input(setTeamRoleInput)
    .output(teamView)
    .mutation(async ({ ctx, input }) => {
      await setTeamRole(ctx.deps, actorOf(ctx), input);
      return listTeam(ctx.deps, ctx.companyId);
    }),

  /** Ends a membership. The member's leads are assigned to `handTo`. Without `handTo`, they become unassigned. */
  remove: managerProcedure
    .input(removeMemberInput)
    .output(teamView)
    .mutation(async ({ ctx, input }) => {
      await removeMember(ctx.deps, actorOf(ctx), input);
      return listTeam(ctx.deps, ctx.companyId);
    }),

  leave: memberProcedure.output(z.null()).mutation(async ({ ctx }) => {
    await removeMember(ctx.deps, actorOf(ctx), { userId: ctx.userId });
    return null;
  }),
});
