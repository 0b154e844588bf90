import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { AdminUserView } from '#shared/features/admin/admin.schema.ts';
import type { Role } from '#shared/features/auth/auth.schema.ts';
import { counted } from '#shared/primitives/counted.ts';
import { formatDay } from '../../lib/dates.ts';
import { sayFailed } from '../../lib/errors.ts';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.ts';
import { AdminList, type Column, TwoLines } from './admin-list.tsx';
import { AdminSearch } from './admin-search.tsx';
import { adminTabAddress, useAdminAddress } from './admin-address.ts';
import { useAfterAct } from './use-act.ts';

/** The confirmation dialog that's open. */
type Ask = { user: AdminUserView } & ({ kind: 'role'; role: Role; granted: boolean } | { kind: 'sessions' });

interface AskWords {
  title: string;
  text: string;
  action: string;
  done: string;
}

const ROLE_WORD: Record<Role, string> = { admin: 'Admin', contractor: 'Contractor', customer: 'Homeowner' };

const CAN: Record<Role, string> = {
  admin: 'can see and change every account and company on the platform',
  contractor: 'can use their own company’s dashboard',
  customer: 'is for homeowners',
};

const wordsOf = (ask: Ask): AskWords => {
  const { name, email, sessions } = ask.user;
  if (ask.kind === 'sessions')
    return {
      title: `End all sessions for ${name}?`,
      text: `${email} will be signed out of ${counted(sessions, 'browser', 'browsers')} immediately and must sign in again.`,
      action: 'End sessions',
      done: 'Sessions ended',
    };
  return ask.granted
    ? {
        title: `Grant ${name} the ${ask.role} role?`,
        text: `This role ${CAN[ask.role]}. ${email} will get the role immediately.`,
        action: `Grant ${ask.role} role`,
        done: 'Role granted',
      }
    : {
        title: `Remove the ${ask.role} role from ${name}?`,
        text: `This role ${CAN[ask.role]}. ${email} will lose the role immediately.`,
        action: `Remove ${ask.role} role`,
        done: 'Role removed',
      };
};

const ROLES: readonly Role[] = ['admin', 'contractor'];

const entriesOf = (user: AdminUserView, ask: (ask: Ask) => void): MenuEntry[] => [
  ...ROLES.map((role): MenuEntry => {
    const granted = !user.roles.includes(role);
    return {
      kind: 'action',
      label: granted ? `Grant ${role} role` : `Remove ${role} role`,
      danger: !granted,
      onSelect: () => ask({ kind: 'role', user, role, granted }),
    };
  }),
  { kind: 'rule' },
  { kind: 'action', label: 'End all sessions', danger: true, onSelect: () => ask({ kind: 'sessions', user }) },
];

const signedInText = (sessions: number): string =>
  sessions === 0 ? 'Not signed in' : `In ${counted(sessions, 'browser', 'browsers')}`;

const columnsOf = (ask: (ask: Ask) => void): readonly Column<AdminUserView>[] => [
  {
    head: 'User',
    width: '25%',
    cell: ({ name, email }) => <TwoLines first={<span className="name">{name}</span>} second={email} />,
  },
  {
    head: 'Roles',
    width: '19%',
    cell: ({ roles }) => (roles.length === 0 ? 'None' : roles.map((role) => ROLE_WORD[role]).join(', ')),
  },
  {
    head: 'Company',
    width: '19%',
    cell: ({ company }) =>
      company ? <Link to={`${adminTabAddress('companies')}&company=${company.id}`}>{company.name}</Link> : 'None',
  },
  {
    head: 'Sign-in',
    width: '16%',
    cell: ({ confirmed, twoFactor, sessions }) => (
      <TwoLines
        first={confirmed ? signedInText(sessions) : 'Not confirmed'}
        second={twoFactor ? 'Two-factor on' : null}
      />
    ),
  },
  { head: 'Created', width: '12%', roomy: true, cell: ({ createdAt }) => formatDay(createdAt) },
  {
    head: 'Actions',
    width: '9%',
    actions: 'menu',
    cell: (user) => (
      <Menu
        key={user.id}
        trigger={
          <IconButton label={`Actions for ${user.name}`} tip="">
            <Ellipsis className="i" aria-hidden />
          </IconButton>
        }
        entries={entriesOf(user, ask)}
      />
    ),
  },
];

/** All accounts, with their roles and sessions. */
export default function Users() {
  const { search, searchFor } = useAdminAddress();
  const [asking, setAsking] = useState<Ask | null>(null);
  const after = useAfterAct();
  const query = trpc.admin.users.list.useInfiniteQuery(search ? { search } : {}, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
  });
  const setRole = trpc.admin.users.setRole.useMutation();
  const endSessions = trpc.admin.users.endSessions.useMutation();
  const act = async (ask: Ask) => {
    setAsking(null);
    const { user } = ask;
    try {
      if (ask.kind === 'role') await setRole.mutateAsync({ userId: user.id, role: ask.role, granted: ask.granted });
      else await endSessions.mutateAsync({ userId: user.id });
      await after();
      toast.done(wordsOf(ask).done, { detail: user.email });
    } catch (error) {
      sayFailed('We couldn’t save the change', error);
    }
  };
  const words = asking && wordsOf(asking);
  return (
    <>
      <AdminSearch label="Search users" placeholder="Name, email or company" />
      <AdminList
        label="Users"
        query={query}
        columns={columnsOf(setAsking)}
        empty={
          <Empty title="No matching users" actions={<Button onClick={() => searchFor('')}>Clear search</Button>} />
        }
      />
      <Confirm
        open={asking !== null}
        title={words?.title ?? ''}
        action={words?.action ?? ''}
        cancel="Cancel"
        onCancel={() => setAsking(null)}
        onConfirm={() => asking && void act(asking)}
      >
        {words?.text}
      </Confirm>
    </>
  );
}
