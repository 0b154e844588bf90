import { House, LayoutDashboard, LogOut, ShieldCheck } from 'lucide-react';
import type { SessionView } from '#shared/features/auth/auth.schema.ts';
import { displayedRole } from '#shared/features/auth/displayed-role.rules.ts';
import { ROLE_LABEL } from '#shared/features/team/role.words.ts';
import { sayFailed } from '../../lib/errors.ts';
import { leave } from '../../lib/leaving.ts';
import { useLocation } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import type { MenuEntry, MenuProps } from '../../ui/menu.tsx';
import MenuContent from '../../ui/menu-content.tsx';
import { useLogout } from './use-logout.ts';

type User = NonNullable<SessionView>['user'];

const ADMIN_PANEL: MenuEntry = {
  kind: 'link',
  label: 'Admin Panel',
  to: '/admin',
  icon: <ShieldCheck className="i" aria-hidden />,
};

/** The user menu's entries. In the dashboard, 'Landing Page' replaces 'Dashboard' (spec, section 2). */
export default function UserMenuEntries({ trigger, user }: Pick<MenuProps, 'trigger'> & { user: User }) {
  const logout = useLogout();
  const { pathname } = useLocation();
  const session = trpc.auth.session.useQuery(undefined, { staleTime: 60_000 }).data;
  const companies = session?.companies ?? [];
  const change = trpc.auth.switchCompany.useMutation({
    onSuccess: () => location.assign('/dashboard'),
    onError: (error) => sayFailed('We couldn’t switch companies', error),
  });
  return (
    <MenuContent
      trigger={trigger}
      title="Account"
      entries={[
        {
          kind: 'text',
          content: (
            <>
              <b>{user.name}</b>
              {user.email}
              <span className="block">Role: {displayedRole(user.roles)}</span>
            </>
          ),
        },
        { kind: 'rule' },
        ...(companies.length < 2
          ? []
          : [
              ...companies.map(({ id, name, role }): MenuEntry => ({
                kind: 'choice',
                label: `${name}, ${ROLE_LABEL[role].toLowerCase()}`,
                chosen: id === session?.company?.id,
                onSelect: () => {
                  if (id !== session?.company?.id) leave(() => change.mutate({ companyId: id }));
                },
              })),
              { kind: 'rule' } as const,
            ]),
        pathname === '/dashboard'
          ? { kind: 'link', label: 'Landing Page', to: '/', icon: <House className="i" aria-hidden /> }
          : { kind: 'link', label: 'Dashboard', to: '/dashboard', icon: <LayoutDashboard className="i" aria-hidden /> },
        ...(user.roles.includes('admin') ? [ADMIN_PANEL] : []),
        {
          kind: 'action',
          label: 'Logout',
          icon: <LogOut className="i" aria-hidden />,
          onSelect: () => leave(() => logout.mutate()),
        },
      ]}
    />
  );
}
