import { roleMay } from '#shared/features/team/roles.rules.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { sayFailed } from '../../lib/errors.ts';
import { useRole } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/input.tsx';

const NOBODY = '';

/** The lead's assignee, with a control to change it. Hidden while the company has only one member. */
export default function AssigneeFact({ lead }: { lead: LeadView }) {
  const utils = trpc.useUtils();
  const role = useRole();
  const me = trpc.auth.session.useQuery(undefined, { staleTime: 60_000 }).data?.user.id;
  const team = trpc.team.list.useQuery(undefined, {
    enabled: role !== undefined && roleMay(role, 'office'),
    staleTime: 60_000,
  });
  const assign = trpc.leads.assign.useMutation({
    onSuccess: (saved) => utils.leads.get.setData({ leadId: lead.id }, saved),
    onError: (error) => sayFailed('We couldn’t change the assignment', error),
    onSettled: () => Promise.all([utils.leads.list.invalidate(), utils.leads.timeline.invalidate({ leadId: lead.id })]),
  });
  const to = (userId: string | null) => assign.mutate({ leadId: lead.id, userId });
  const { assignee } = lead;
  if (role === 'sales')
    return (
      <Row>
        {assignee ? assignee.name : 'No one yet'}
        {me && (
          <Button working={assign.isPending} workingText="Saving..." onClick={() => to(assignee ? null : me)}>
            {assignee ? 'Release' : 'Take this lead'}
          </Button>
        )}
      </Row>
    );
  const members = team.data?.members ?? [];
  if (members.length < 2 && !assignee) return null;
  if (role === undefined || !roleMay(role, 'work') || members.length === 0)
    return <Row>{assignee?.name ?? 'No one'}</Row>;
  return (
    <Row>
      <Select
        aria-label="Assigned to"
        value={assignee?.userId ?? NOBODY}
        disabled={assign.isPending}
        onChange={(event) => to(event.target.value === NOBODY ? null : event.target.value)}
      >
        <option value={NOBODY}>No one</option>
        {members
          .filter((member) => roleMay(member.role, 'work') || member.userId === assignee?.userId)
          .map(({ userId, name }) => (
            <option key={userId} value={userId}>
              {name}
            </option>
          ))}
      </Select>
    </Row>
  );
}

const Row = ({ children }: { children: React.ReactNode }) => (
  <>
    <dt>Assigned to</dt>
    <dd className="row flex-wrap gap-2">{children}</dd>
  </>
);
