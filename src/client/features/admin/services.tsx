import { Check, RotateCw, TriangleAlert } from 'lucide-react';
import type { ProviderHealth, QueueHealthView } from '#shared/features/admin/admin-failures.schema.ts';
import { formatMoment } from '../../lib/dates.ts';
import { sayFailed } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { counted, delayText } from './admin-words.ts';
import { useAfterAct } from './use-act.ts';

const NAME: Record<ProviderHealth['provider'], string> = { twilio: 'Texts, by Twilio', smtp: 'Email server' };

/**
 * Returns a sentence such as 'Since today, 11:26 PM it refuses our sign-in, account or settings (20003). 12 messages
 * wait.'
 */
const whyText = ({ cause, code, waiting }: ProviderHealth, since: string): string => {
  const why = cause === 'account' ? 'it refuses our sign-in, account or settings' : 'it doesn’t accept messages';
  const then = since.replace(/^(Today|Yesterday)/, (day) => day.toLowerCase());
  return `Since ${then} ${why}${code === null ? '' : ` (${code})`}. ${counted(waiting, 'message waits', 'messages wait')}.`;
};

function TryNow({ provider }: Pick<ProviderHealth, 'provider'>) {
  const after = useAfterAct();
  const tryNow = trpc.admin.queue.tryProvider.useMutation({
    onSuccess: () => toast.done('The next message will be tried now', { detail: 'If it’s accepted, the rest follow' }),
    onError: (error) => sayFailed('Nothing was tried', error),
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

function Down({ health, since }: { health: ProviderHealth; since: string }) {
  const now = useNow();
  const { triesInSeconds, provider } = health;
  return (
    <dd className="stack-s">
      <span>
        <Badge tone="flag" icon={<TriangleAlert className="i" aria-hidden />}>
          Down
        </Badge>
      </span>
      <span>
        {whyText(health, formatMoment(since, now))}{' '}
        {triesInSeconds !== null && triesInSeconds >= 1
          ? `Next try in ${delayText(triesInSeconds)}.`
          : 'One message will be tried at the next sweep.'}
      </span>
      <span>
        <TryNow provider={provider} />
      </span>
    </dd>
  );
}

const workersText = ({ alive, lastSweepSeconds }: QueueHealthView['workers']): string => {
  const last = lastSweepSeconds === null ? 'none was seen for a day' : `seen ${delayText(lastSweepSeconds)} ago`;
  return alive === 0
    ? `No worker is running, so no messages are sent; ${last}`
    : `${counted(alive, 'is running', 'are running')}, ${last}`;
};

/** The workers, and the services that they send messages with. */
export function Services({ health: { providers, workers } }: { health: QueueHealthView }) {
  return (
    <section className="card pad stack gap-2">
      <h2>Services</h2>
      <dl className="kv">
        <dt>Workers</dt>
        <dd>{workersText(workers)}</dd>
        {providers.map((health) => (
          <div key={health.provider} className="contents">
            <dt>{NAME[health.provider]}</dt>
            {health.since === null ? (
              <dd>
                <Badge tone="paid" icon={<Check className="i" aria-hidden />}>
                  Well
                </Badge>
              </dd>
            ) : (
              <Down health={health} since={health.since} />
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
