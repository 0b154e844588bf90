import type { TeamRole } from './roles.rules.ts';

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
