import type { Role } from './auth.schema.ts';

/** A user's displayed role: admin, else contractor, else 'user' (spec, section 6). */
export const displayedRole = (roles: readonly Role[]): 'admin' | 'contractor' | 'user' =>
  (['admin', 'contractor'] as const).find((role) => roles.includes(role)) ?? 'user';
