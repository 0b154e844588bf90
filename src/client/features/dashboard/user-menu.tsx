import { House, LogOut } from 'lucide-react';
import type { SessionView } from '#shared/features/auth/auth.schema.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';

type User = NonNullable<SessionView>['user'];

/** First letters of up to two words, in capitals (spec, section 2). */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => /^./u.exec(word)?.[0].toUpperCase() ?? '')
    .join('');

/** Sign-out always leads to /auth; the page is left whole, so that nothing of the account stays in memory. */
const useLogout = () =>
  trpc.auth.signOut.useMutation({
    onSuccess: () => location.assign('/auth'),
    onError: (error) => sayFailed('You are still signed in', error),
  });

/** Avatar with the user's menu. */
export function UserMenu({ user }: { user: User }) {
  const logout = useLogout();
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
        { kind: 'link', label: 'Landing Page', to: '/', icon: <House className="i" aria-hidden /> },
        {
          kind: 'action',
          label: 'Logout',
          icon: <LogOut className="i" aria-hidden />,
          onSelect: () => logout.mutate(),
        },
      ]}
    />
  );
}
