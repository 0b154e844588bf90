/** Returns the encryption context of an invitation's link (`seal`). */
export const sealContext = (invitationId: string): string => `team-invitation:${invitationId}`;
