import { House, LayoutDashboard, LogOut, ShieldCheck } from 'lucide-react';
import type { SessionView } from '#shared/features/auth/auth.schema.ts';
import { leave, leavePage } from '../../lib/leaving.ts';
import { useLocation } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { SIGN_OUT_UNSURE } from '../auth/after-sign-in.ts';

type User = NonNullable<SessionView>['user'];

/** First letters of up to two words, in capitals (spec, section 2); 'RS' of 'Ridge & Sons'. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0].toUpperCase())
    .filter(Boolean)
    .slice(0, 2)
    .join('');

/**
 * Sign-out always leads to /auth, where a failed one says so (spec, section 8); the page is left whole, so that
 * nothing of the account stays in memory.
 */
const useLogout = () =>
  trpc.auth.signOut.useMutation({
    onSuccess: () => leavePage('/auth'),
    onError: () => leavePage(SIGN_OUT_UNSURE),
  });

const ADMIN_PANEL: MenuEntry = {
  kind: 'link',
  label: 'Admin Panel',
  to: '/admin',
  icon: <ShieldCheck className="i" aria-hidden />,
};

/** Beside the menu where there is room (spec, section 2: 'a user menu and a logout'). */
export function LogoutButton() {
  const logout = useLogout();
  return (
    <IconButton label="Logout" className="desk" onClick={() => leave(() => logout.mutate())}>
      <LogOut className="i" aria-hidden />
    </IconButton>
  );
}

/** Avatar with the user's menu: 'Landing Page' stands for 'Dashboard' where one is there already (spec, section 2). */
export function UserMenu({ user }: { user: User }) {
  const logout = useLogout();
  const { pathname } = useLocation();
  return (
    <Menu
      trigger={
        <IconButton label={`Account menu for ${user.name}`} tip="Account" className="p-0">
          <span className="avatar" data-initials={user.avatarUrl ? undefined : initials(user.name)}>
            {user.avatarUrl && <img src={user.avatarUrl} alt="" />}
          </span>
        </IconButton>
      }
      entries={[
        {
          kind: 'text',
          content: (
            <>
              <b>{user.name}</b>
              {user.email}
            </>
          ),
        },
        { kind: 'rule' },
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
