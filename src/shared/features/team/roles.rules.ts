/** A member's roles in a company, from the most permissions to the fewest. */
export const TEAM_ROLES = ['owner', 'manager', 'sales', 'viewer'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** The roles that see what the company pays, and its margins. */
export const SEES_COSTS: readonly TeamRole[] = ['owner', 'manager'];

const REFUSALS: Record<TeamRole, string> = {
  owner: 'You don’t have access to this',
  manager: 'Only owners can do this',
  sales: 'Only owners and managers can do this',
  viewer: 'You can view this, but you can’t change it',
};

/** The error shown if a member's role doesn't allow an action. */
export const refusalFor = (role: TeamRole): string => REFUSALS[role];

export const ROLE_LABEL: Record<TeamRole, string> = {
  owner: 'Owner',
  manager: 'Manager',
  sales: 'Sales',
  viewer: 'Viewer',
};

/** Descriptions of each role's permissions, shown when a role is chosen. */
export const ROLE_HINT: Record<TeamRole, string> = {
  owner: 'Can change everything, including the plan and payments.',
  manager: 'Can change everything except the plan, the payment account and owners.',
  sales: 'Can work on their own leads and unassigned leads, and send estimates and follow-ups.',
  viewer: 'Can view everything, but can’t change anything.',
};

/** The number of days that an invitation link is valid, by the business clock. */
export const INVITATION_DAYS = 7;

/** Whether a member may change a role. Owners may set any role. Managers may set any role except owner. */
export const maySetRole = (by: TeamRole, from: TeamRole | null, to: TeamRole | null): boolean =>
  by === 'owner' || (by === 'manager' && from !== 'owner' && to !== 'owner');
