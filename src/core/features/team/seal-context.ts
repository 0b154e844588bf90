/** What an invitation's encrypted link is bound to (`seal`). */
export const sealContext = (invitationId: string): string => `team-invitation:${invitationId}`;
