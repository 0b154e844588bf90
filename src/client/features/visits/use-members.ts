import { roleMay } from '#shared/features/team/roles.rules.ts';
import { useRole } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';

/** Returns the name of a member of the company, or '' if it isn't known. Members with the sales role know their own. */
export const useMembers = (): ((userId: string) => string) => {
  const role = useRole();
  const me = trpc.auth.session.useQuery(undefined, { staleTime: 60_000 }).data?.user;
  const team = trpc.team.list.useQuery(undefined, {
    enabled: role !== undefined && roleMay(role, 'office'),
    staleTime: 60_000,
  });
  return (userId) =>
    team.data?.members.find((member) => member.userId === userId)?.name ?? (me?.id === userId ? me.name : '');
};
