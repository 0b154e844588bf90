/** A member's role in a company, from the most to the least it allows. */
export const TEAM_ROLES = ['owner', 'manager', 'sales', 'viewer'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

const REFUSALS: Record<TeamRole, string> = {
  owner: 'This isn’t available to you',
  manager: 'Only owners can do this',
  sales: 'Only owners and managers can do this',
  viewer: 'You can read here, but not change anything',
};

/** Why a member of this role is refused, for the screen. */
export const refusalFor = (role: TeamRole): string => REFUSALS[role];

export const ROLE_LABEL: Record<TeamRole, string> = {
  owner: 'Owner',
  manager: 'Manager',
  sales: 'Sales',
  viewer: 'Viewer',
};

/** What each role may do, for whoever chooses one. */
export const ROLE_HINT: Record<TeamRole, string> = {
  owner: 'Everything, including the plan and payments.',
  manager: 'Everything but the plan, the payments account and owners.',
  sales: 'Their own leads and unassigned ones, with estimates and follow-ups.',
  viewer: 'Reads everything and changes nothing.',
};

/** How long an invitation's link is valid, in days of the business clock. */
export const INVITATION_DAYS = 7;

/** Only owners give or take the role owner. */
export const maySetRole = (by: TeamRole, from: TeamRole | null, to: TeamRole | null): boolean =>
  by === 'owner' || (by === 'manager' && from !== 'owner' && to !== 'owner');
