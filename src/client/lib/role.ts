import { type Permission, roleMay, type TeamRole } from '#shared/features/team/roles.rules.ts';
import { trpc } from './trpc.ts';

/** The user's role in their current company. Undefined while loading. */
export const useRole = (): TeamRole | undefined =>
  trpc.auth.session.useQuery(undefined, { staleTime: 60_000 }).data?.company?.role;

/**
 * What the user's role permits: changing leads (`work`), seeing reports and settings (`office`), changing settings
 * (`manage`), and the owner's actions (`own`). All four are true while the role is loading, so that no controls appear
 * late.
 */
export const useMay = (): Record<'work' | 'office' | 'manage' | 'own', boolean> => {
  const role = useRole();
  const may = (permission: Permission) => role === undefined || roleMay(role, permission);
  return { work: may('work'), office: may('office'), manage: may('manage'), own: may('own') };
};
