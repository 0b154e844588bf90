import { z } from 'zod';
import { invitationIdSchema, userIdSchema } from '../../primitives/ids.ts';
import { email } from '../../primitives/text.ts';
import { TEAM_ROLES } from './roles.rules.ts';

export const teamRoleSchema = z.enum(TEAM_ROLES, 'Choose a role');

/** Members in the order they joined, and open invitations, newest first. `expiresAt` is an ISO 8601 instant. */
export const teamView = z.object({
  members: z.array(z.object({ userId: z.string(), name: z.string(), email: z.string(), role: teamRoleSchema })),
  invitations: z.array(z.object({ id: z.string(), email: z.string(), role: teamRoleSchema, expiresAt: z.string() })),
});
export type TeamView = z.infer<typeof teamView>;

export const inviteInput = z.strictObject({ email, role: teamRoleSchema });
export const invitationByIdInput = z.strictObject({ invitationId: invitationIdSchema });
export const acceptInvitationInput = z.strictObject({
  token: z
    .string('This link is incomplete. Copy all of it')
    .min(1, 'This link is incomplete. Copy all of it')
    .max(200, 'This link is incomplete. Copy all of it'),
});
/** An open invitation, for the person who has its link. `hasAccount` is whether their email address has an account. */
export const invitationLinkView = z.object({
  email: z.string(),
  companyName: z.string(),
  role: teamRoleSchema,
  hasAccount: z.boolean(),
});
/** The company that the user has joined. */
export const acceptedView = z.object({ companyId: z.string(), companyName: z.string(), role: teamRoleSchema });
export const setTeamRoleInput = z.strictObject({ userId: userIdSchema, role: teamRoleSchema });
/**
 * `handTo` is the member who takes over the removed member's leads. If `handTo` is missing, the leads become
 * unassigned.
 */
export const removeMemberInput = z.strictObject({ userId: userIdSchema, handTo: userIdSchema.optional() });
