import type { FollowUpChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { trpc } from '../../lib/trpc.ts';
import { Link } from '../../lib/router.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { counted } from '../leads/import-words.ts';
import { cadenceText, namesText, type ReasonGroup, type StartSummary } from './start-many.rules.ts';
import type { StartState } from './use-start-many.ts';

const CHANNELS: readonly { value: FollowUpChannel; label: string }[] = [
  { value: 'sms', label: 'SMS' },
  { value: 'email', label: 'Email' },
  { value: 'both', label: 'Both' },
];

function Groups({ title, groups }: { title: string; groups: readonly ReasonGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <div className="stack-s">
      <h3>{title}</h3>
      <ul className="start-groups">
        {groups.map(({ reason, names }) => (
          <li key={reason}>
            <b className="num">{names.length.toLocaleString('en-US')}</b>
            <span>
              {reason}
              <span className="sm muted block">{namesText(names)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Leads whose follow-ups can't be started, with the reasons. */
export function LeftOut({
  summary: { already, refused, withoutTexts },
  done,
}: {
  summary: StartSummary;
  done: boolean;
}) {
  const out = refused.reduce((total, { names }) => total + names.length, 0);
  return (
    <>
      {already > 0 && (
        <p>{counted(already, 'lead already has', 'leads already have')} active follow-ups, which won’t change.</p>
      )}
      <Groups title={`${counted(out, 'lead')} ${done ? 'left out' : 'can’t get follow-ups'}`} groups={refused} />
      <Groups title="Emails only" groups={withoutTexts} />
    </>
  );
}

interface CheckProps {
  state: StartState;
  onChannel: (channel: FollowUpChannel) => void;
}

/** Previews the result before any follow-ups are started. */
export function StartCheck({ state, onChannel }: CheckProps) {
  const { stage, channel, summary, total } = state;
  const workflow = trpc.workflow.get.useQuery();
  return (
    <>
      <div className="row between flex-wrap">
        <span className="fu-by">Send by</span>
        <Segmented
          label="Send by"
          value={channel ?? workflow.data?.channel ?? 'sms'}
          onChange={onChannel}
          options={CHANNELS}
        />
      </div>
      {stage === 'checking' ? (
        <SkeletonRows rows={3} height={56} label="Checking the leads" />
      ) : (
        <>
          <div className="stack-s">
            <p role="status" className="total-s">
              {summary.started.length.toLocaleString('en-US')} of {counted(total, 'lead')} can be started
            </p>
            {channel && workflow.data && summary.started.length > 0 && (
              <p className="muted">
                {cadenceText(channel, workflow.data.cadence)}, as set under{' '}
                <Link to="/dashboard?tab=admin&section=workflow">Workflow</Link>.
              </p>
            )}
          </div>
          {channel === 'sms' && summary.started.length < total && (
            <p className="muted">
              Texts require a phone number and consent on file. Choose “Email” or “Both” to email the other leads.
            </p>
          )}
          <LeftOut summary={summary} done={false} />
        </>
      )}
    </>
  );
}
