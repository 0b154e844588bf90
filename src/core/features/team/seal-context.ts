/** Returns the encryption context (`seal`) for an invitation's link. */
export const sealContext = (invitationId: string): string => `team-invitation:${invitationId}`;
