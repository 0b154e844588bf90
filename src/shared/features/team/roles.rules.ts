/** A member's role in a company, from the most to the least it allows. */
export const TEAM_ROLES = ['owner', 'manager', 'sales', 'viewer'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];
