/** A member's roles in a company, from the most permissions to the fewest. */
export const TEAM_ROLES = ['owner', 'manager', 'sales', 'viewer'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/**
 * Which roles may do what. Every procedure for members names one of these (`src/server/trpc/procedures.ts`), and screens
 * show only what the role may do (`useMay`). `picket_sales`, the database role of sales members, also limits them to
 * their own leads and unassigned ones.
 */
const PERMISSIONS = {
  /** See leads and estimates, and do what affects only the member. */
  view: TEAM_ROLES,
  /** Work on leads: write, send estimates, take visits, own leads and deals. */
  work: ['owner', 'manager', 'sales'],
  /** See settings, payments, reports and the team. */
  office: ['owner', 'manager', 'viewer'],
  /** Change settings, prices and the team; record, void and refund payments; erase, import and export. */
  manage: ['owner', 'manager'],
  /** See what the company pays, and its margins. */
  costs: ['owner', 'manager'],
  /** Change the plan and the payments account. */
  own: ['owner'],
} as const satisfies Record<string, readonly TeamRole[]>;
export type Permission = keyof typeof PERMISSIONS;

/** The roles that have a permission. */
export const rolesWith = (permission: Permission): readonly TeamRole[] => PERMISSIONS[permission];

/** Whether a role has a permission. */
export const roleMay = (role: TeamRole, permission: Permission): boolean => rolesWith(permission).includes(role);

/** The number of days that an invitation link is valid, by the business clock. */
export const INVITATION_DAYS = 7;

/** Whether a member may change a role. Owners may set any role. Managers may set any role except owner. */
export const maySetRole = (by: TeamRole, from: TeamRole | null, to: TeamRole | null): boolean =>
  by === 'owner' || (by === 'manager' && from !== 'owner' && to !== 'owner');
