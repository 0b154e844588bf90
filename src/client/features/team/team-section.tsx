import { lazy, Suspense, useState } from 'react';
import { ROLE_HINT, ROLE_LABEL } from '#shared/features/team/role.words.ts';
import { roleMay, TEAM_ROLES, type TeamRole } from '#shared/features/team/roles.rules.ts';
import type { TeamView } from '#shared/features/team/team.schema.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDay } from '../../lib/dates.ts';
import { problemOf, sayFailed } from '../../lib/errors.ts';
import { useRole } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Ask } from '../../ui/ask.tsx';
import { Banner, Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/input.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { AssignInTurn } from './assign-in-turn.tsx';
import { InviteForm } from './invite-form.tsx';
import './team.css';

const RemoveDialog = lazy(() => import('./remove-dialog.tsx'));

type Member = TeamView['members'][number];
type Invitation = TeamView['invitations'][number];

/** The roles that a member with this role may assign. */
export const rolesToGive = (role: TeamRole | undefined): readonly TeamRole[] =>
  role === 'owner' ? TEAM_ROLES : TEAM_ROLES.filter((each) => each !== 'owner');

/** Mutation options that immediately update the displayed team from the response. */
const useShown = () => {
  const utils = trpc.useUtils();
  return { onSuccess: (team: TeamView) => utils.team.list.setData(undefined, team) };
};

interface MemberRowProps {
  member: Member;
  isMe: boolean;
  mayChange: boolean;
  onRemove: () => void;
}

function MemberRow({ member, isMe, mayChange, onRemove }: MemberRowProps) {
  const shown = useShown();
  const utils = trpc.useUtils();
  const roles = rolesToGive(useRole());
  const setRole = trpc.team.setRole.useMutation({
    ...shown,
    onError: (error) => sayFailed('We couldn’t change the role', error),
    onSettled: () => void utils.auth.session.invalidate(),
  });
  return (
    <li className="team-row">
      <span className="team-who">
        <b className="cut">
          {member.name}
          {isMe && ' (you)'}
        </b>
        <span className="sm muted cut">{member.email}</span>
      </span>
      {mayChange && roles.includes(member.role) ? (
        <>
          <Select
            className="team-role"
            aria-label={`${member.name}’s role`}
            value={member.role}
            disabled={setRole.isPending}
            onChange={(event) => {
              const role = roles.find((each) => each === event.target.value);
              if (role) setRole.mutate({ userId: member.userId, role });
            }}
          >
            {roles.map((role) => (
              <option key={role} value={role}>
                {ROLE_LABEL[role]}
              </option>
            ))}
          </Select>
          {!isMe && (
            <Button aria-label={`Remove ${member.name}`} onClick={onRemove}>
              Remove
            </Button>
          )}
        </>
      ) : (
        <span className="muted">{ROLE_LABEL[member.role]}</span>
      )}
    </li>
  );
}

function InvitationRow({ invitation, mayChange }: { invitation: Invitation; mayChange: boolean }) {
  const shown = useShown();
  const { zone } = useTimeZone();
  const resend = trpc.team.resend.useMutation({
    onSuccess: (team) => {
      shown.onSuccess(team);
      toast.done(`Invitation resent to ${invitation.email}`, { detail: 'The earlier link no longer works' });
    },
    onError: (error) => sayFailed('We couldn’t resend the invitation', error),
  });
  const revoke = trpc.team.revoke.useMutation({
    ...shown,
    onError: (error) => sayFailed('We couldn’t revoke the invitation', error),
  });
  const on = { invitationId: invitation.id };
  return (
    <li className="team-row">
      <span className="team-who">
        <b className="cut">{invitation.email}</b>
        <span className="sm muted">
          Invited as {ROLE_LABEL[invitation.role].toLowerCase()}, expires {formatDay(invitation.expiresAt, zone)}
        </span>
      </span>
      {mayChange && (
        <>
          <Button
            aria-label={`Resend the invitation to ${invitation.email}`}
            working={resend.isPending}
            workingText="Sending..."
            onClick={() => resend.mutate(on)}
          >
            Resend
          </Button>
          <Button
            aria-label={`Revoke the invitation to ${invitation.email}`}
            working={revoke.isPending}
            workingText="Revoking..."
            onClick={() => revoke.mutate(on)}
          >
            Revoke
          </Button>
        </>
      )}
    </li>
  );
}

/** Lets a member leave the company. For the last owner, it explains why they can't leave. */
function Leave({ companyName }: { companyName: string }) {
  const [asking, setAsking] = useState(false);
  const leave = trpc.team.leave.useMutation({
    onSuccess: () => location.assign('/dashboard'),
    onError: (error) => sayFailed('We couldn’t remove you from the team', error),
  });
  return (
    <div>
      <Button working={leave.isPending} workingText="Leaving..." onClick={() => setAsking(true)}>
        Leave {companyName}
      </Button>
      <Ask
        open={asking}
        title={`Leave ${companyName}?`}
        action="Leave"
        cancel="Stay"
        onConfirm={() => {
          setAsking(false);
          leave.mutate();
        }}
        onCancel={() => setAsking(false)}
      >
        You’ll lose access immediately. Your leads will be unassigned.
      </Ask>
    </div>
  );
}

function Team({ team }: { team: TeamView }) {
  const session = trpc.auth.session.useQuery(undefined, { staleTime: 60_000 }).data;
  const role = useRole();
  const [removing, setRemoving] = useState<Member | null>(null);
  const mayChange = role !== undefined && roleMay(role, 'manage');
  return (
    <>
      <ul className="team-list" aria-label="Members">
        {team.members.map((member) => (
          <MemberRow
            key={member.userId}
            member={member}
            isMe={member.userId === session?.user.id}
            mayChange={mayChange}
            onRemove={() => setRemoving(member)}
          />
        ))}
      </ul>
      {team.invitations.length > 0 && (
        <ul className="team-list" aria-label="Open invitations">
          {team.invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              mayChange={role === 'owner' || (mayChange && invitation.role !== 'owner')}
            />
          ))}
        </ul>
      )}
      {mayChange && <InviteForm roles={rolesToGive(role)} />}
      {mayChange && <AssignInTurn />}
      {session?.company && <Leave companyName={session.company.name} />}
      {removing && (
        <Suspense fallback={null}>
          <RemoveDialog member={removing} team={team} onClose={() => setRemoving(null)} />
        </Suspense>
      )}
    </>
  );
}

/** The company's members, open invitations, and how new leads are assigned. Members are free of charge. */
export default function TeamSection() {
  const role = useRole();
  const team = trpc.team.list.useQuery(undefined, { enabled: role !== undefined && roleMay(role, 'office') });
  const session = trpc.auth.session.useQuery(undefined, { staleTime: 60_000 }).data;
  return (
    <section className="stack max-w-[680px]" aria-labelledby="team-title">
      <h2 id="team-title">Team</h2>
      {role && (
        <p className="muted">
          Your role is {ROLE_LABEL[role].toLowerCase()}. {ROLE_HINT[role]}
        </p>
      )}
      {role === 'sales' && session?.company && (
        <>
          <Note>Only owners and managers can see the team.</Note>
          <Leave companyName={session.company.name} />
        </>
      )}
      {team.data && <Team team={team.data} />}
      {team.isLoading && <SkeletonRows rows={3} height={56} label="Loading your team" />}
      {team.isError && (
        <Banner action={<Button onClick={() => void team.refetch()}>Try again</Button>}>
          {problemOf(team.error).message}
        </Banner>
      )}
    </section>
  );
}
