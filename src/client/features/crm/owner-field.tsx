import { useRole } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/input.tsx';

const NOBODY = '';

interface Owner {
  userId: string;
  name: string;
}

/**
 * Returns the members who can own a deal, plus the current owner. Viewers can't own deals. A user with the sales role
 * can assign deals only to themselves.
 */
const useOwners = (owner: Owner | null): Owner[] => {
  const role = useRole();
  const me = trpc.auth.session.useQuery(undefined, { staleTime: 60_000 }).data?.user;
  const team = trpc.team.list.useQuery(undefined, {
    enabled: role !== undefined && role !== 'sales',
    staleTime: 60_000,
  });
  const own = role === 'sales' && me ? [{ userId: me.id, name: me.name }] : [];
  const members = team.data?.members.filter((member) => member.role !== 'viewer') ?? own;
  const others = members.map(({ userId, name }) => ({ userId, name }));
  return owner && !others.some(({ userId }) => userId === owner.userId) ? [owner, ...others] : others;
};

interface OwnerFieldProps {
  /** The deal's current owner, if any. */
  owner: Owner | null;
  ownerId: string | null;
  error: string | undefined;
  onChange: (ownerId: string | null) => void;
}

/** Chooses the deal's owner. Hidden while the company has only one member. */
export function OwnerField({ owner, ownerId, error, onChange }: OwnerFieldProps) {
  const role = useRole();
  const owners = useOwners(owner);
  if (owners.length < 2 && !owner && role !== 'sales') return null;
  return (
    <Field label="Owner" optional error={error}>
      <Select
        name="ownerId"
        value={ownerId ?? NOBODY}
        onChange={(event) => onChange(event.target.value === NOBODY ? null : event.target.value)}
      >
        <option value={NOBODY}>No one</option>
        {owners.map(({ userId, name }) => (
          <option key={userId} value={userId}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
