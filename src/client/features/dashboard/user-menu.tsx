import { LogOut } from 'lucide-react';
import { lazy } from 'react';
import type { SessionView } from '#shared/features/auth/auth.schema.ts';
import { leave } from '../../lib/leaving.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyMenu } from '../../ui/menu.tsx';
import { useLogout } from './use-logout.ts';

const load = () => import('./user-menu-entries.tsx');
const UserMenuEntries = lazy(load);

type User = NonNullable<SessionView>['user'];

/** Returns a name's initials, at most two, in uppercase (spec, section 2): 'RS' for 'Ridge & Sons'. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0].toUpperCase())
    .filter(Boolean)
    .slice(0, 2)
    .join('');

/** A sign-out button beside the menu, if it fits (spec, section 2: 'a user menu and a logout'). */
export function LogoutButton() {
  const logout = useLogout();
  return (
    <IconButton label="Logout" className="desk" onClick={() => leave(() => logout.mutate())}>
      <LogOut className="i" aria-hidden />
    </IconButton>
  );
}

/** The avatar with the user's menu. */
export function UserMenu({ user }: { user: User }) {
  return (
    <LazyMenu
      load={load}
      trigger={
        <IconButton label={`Account menu for ${user.name}`} tip="Account" className="p-0">
          <span className="avatar" data-initials={user.avatarUrl ? undefined : initials(user.name)}>
            {user.avatarUrl && <img src={user.avatarUrl} alt="" />}
          </span>
        </IconButton>
      }
    >
      {(trigger) => <UserMenuEntries trigger={trigger} user={user} />}
    </LazyMenu>
  );
}
