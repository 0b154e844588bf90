import type { TeamRole } from '#shared/features/team/roles.rules.ts';
import { trpc } from './trpc.ts';

/** The user's role in the company they work for; undefined until it is loaded. */
export const useRole = (): TeamRole | undefined =>
  trpc.auth.session.useQuery(undefined, { staleTime: 60_000 }).data?.company?.role;

/**
 * Whether the user may change leads, see reports and settings, change settings, and do what only owners do; true until
 * it is loaded, so that nothing appears late.
 */
export const useMay = (): Record<'work' | 'office' | 'manage' | 'own', boolean> => {
  const role = useRole();
  return {
    work: role !== 'viewer',
    office: role !== 'sales',
    manage: role !== 'viewer' && role !== 'sales',
    own: role === undefined || role === 'owner',
  };
};
