import { CircleAlert, Pause, Play } from 'lucide-react';
import type { NewPeopleView } from '#shared/features/admin/admin-failures.schema.ts';
import { counted } from '#shared/primitives/counted.ts';
import { formatMoment } from '../../lib/dates.ts';
import { sayFailed } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useAfterAct } from './use-act.ts';

/**
 * The number of first messages across all companies, the number of leads waiting for review, and the switch that pauses
 * first messages.
 */
export function NewPeople({ lastHour, alertAt, held, pausedAt }: NewPeopleView) {
  const after = useAfterAct();
  const now = useNow();
  const pause = trpc.admin.pauseNewPeople.useMutation({
    onSuccess: (_, { paused }) =>
      toast.done(paused ? 'Messages to new recipients paused' : 'Messages to new recipients resumed'),
    onError: (error) => sayFailed('We couldn’t save the change', error),
    onSettled: after,
  });
  const many = lastHour >= alertAt;
  return (
    <section className="card pad stack gap-2">
      <div className="row between flex-wrap gap-2">
        <h2>New recipients</h2>
        {pausedAt !== null && (
          <Badge tone="flag" icon={<Pause className="i" aria-hidden />}>
            Paused
          </Badge>
        )}
        {pausedAt === null && many && (
          <Badge tone="flag" icon={<CircleAlert className="i" aria-hidden />}>
            Unusually high
          </Badge>
        )}
      </div>
      <dl className="kv">
        <dt>Last hour</dt>
        <dd className="num">
          {lastHour.toLocaleString('en-US')} <span className="muted">(alert at {alertAt.toLocaleString('en-US')})</span>
        </dd>
        <dt>Held for review today</dt>
        <dd className="num">{counted(held, 'lead', 'leads')}</dd>
      </dl>
      <div className="row between flex-wrap gap-2">
        <p className="sm muted grow basis-64">
          {pausedAt === null
            ? 'While these messages are paused, new widget requests are held for review, and first messages to new recipients are blocked.'
            : `Paused since ${formatMoment(pausedAt, now)}. New widget requests are held for review.`}
        </p>
        <Button
          icon={pausedAt === null ? <Pause className="i" aria-hidden /> : <Play className="i" aria-hidden />}
          aria-label={`${pausedAt === null ? 'Pause' : 'Resume'} messages to new recipients`}
          working={pause.isPending}
          workingText="Saving..."
          onClick={() => pause.mutate({ paused: pausedAt === null })}
        >
          {pausedAt === null ? 'Pause' : 'Resume'}
        </Button>
      </div>
    </section>
  );
}
