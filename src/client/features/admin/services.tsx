import { Check, RotateCw, TriangleAlert } from 'lucide-react';
import type { ProviderHealth, QueueHealthView } from '#shared/features/admin/admin-failures.schema.ts';
import { counted } from '#shared/primitives/counted.ts';
import { formatMoment } from '../../lib/dates.ts';
import { sayFailed } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { delayText } from './admin-words.ts';
import { useAfterAct } from './use-act.ts';

const NAME: Record<ProviderHealth['provider'], string> = { twilio: 'Texts (Twilio)', smtp: 'Email server' };

/**
 * Returns text such as 'It has rejected our sign-in, account or settings (20003) since today, 11:26 PM. 12 messages are
 * waiting.'
 */
const whyText = ({ cause, code, waiting }: ProviderHealth, since: string): string => {
  const why = cause === 'account' ? 'It has rejected our sign-in, account or settings' : 'It hasn’t accepted messages';
  const then = since.replace(/^(Today|Yesterday)/, (day) => day.toLowerCase());
  return `${why}${code === null ? '' : ` (${code})`} since ${then}. ${counted(waiting, 'message is', 'messages are')} waiting.`;
};

function TryNow({ provider }: Pick<ProviderHealth, 'provider'>) {
  const after = useAfterAct();
  const tryNow = trpc.admin.queue.tryProvider.useMutation({
    onSuccess: () =>
      toast.done('The next message will be tried now', { detail: 'If it’s accepted, the others will be sent next' }),
    onError: (error) => sayFailed('We couldn’t test the service', error),
    onSettled: after,
  });
  return (
    <Button
      icon={<RotateCw className="i" aria-hidden />}
      aria-label={`Try now: ${NAME[provider]}`}
      working={tryNow.isPending}
      workingText="Trying..."
      onClick={() => tryNow.mutate({ provider })}
    >
      Try now
    </Button>
  );
}

const isDown = (
  <Badge tone="flag" icon={<TriangleAlert className="i" aria-hidden />}>
    Down
  </Badge>
);

const isOk = (
  <Badge tone="paid" icon={<Check className="i" aria-hidden />}>
    OK
  </Badge>
);

function Down({ health, since }: { health: ProviderHealth; since: string }) {
  const now = useNow();
  const { triesInSeconds, provider } = health;
  return (
    <dd>
      {isDown}
      <p>
        {whyText(health, formatMoment(since, now))}{' '}
        {triesInSeconds !== null && triesInSeconds >= 1
          ? `Next try in ${delayText(triesInSeconds)}.`
          : 'One message will be retried at the next sweep.'}
      </p>
      <p>
        <TryNow provider={provider} />
      </p>
    </dd>
  );
}

function Workers({ workers: { alive, lastSweepSeconds } }: Pick<QueueHealthView, 'workers'>) {
  // The note above already explains the consequences.
  if (alive === 0) return <dd>{isDown}</dd>;
  const seen = lastSweepSeconds === null ? '' : `, seen ${delayText(lastSweepSeconds)} ago`;
  return (
    <dd>
      {isOk}
      <p>
        {counted(alive, 'is running', 'are running')}
        {seen}
      </p>
    </dd>
  );
}

/** The workers, and the services that they use to send messages. */
export function Services({ health: { providers, workers } }: { health: QueueHealthView }) {
  return (
    <section className="card pad stack gap-2">
      <div className="row md:min-h-10">
        <h2>Services</h2>
      </div>
      <dl className="statelist">
        <div>
          <dt>Workers</dt>
          <Workers workers={workers} />
        </div>
        {providers.map((health) => (
          <div key={health.provider}>
            <dt>{NAME[health.provider]}</dt>
            {health.since === null ? <dd>{isOk}</dd> : <Down health={health} since={health.since} />}
          </div>
        ))}
      </dl>
    </section>
  );
}
