import { useState } from 'react';
import { FUNNEL_PERIODS, type FunnelPeriod } from '#shared/features/widget/funnel.rules.ts';
import type { FunnelView } from '#shared/features/widget/funnel.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

const numbers = new Intl.NumberFormat('en-US');
const percents = new Intl.NumberFormat('en-US', { style: 'percent' });
const days = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

const PERIODS = FUNNEL_PERIODS.map((period) => ({ value: `${period}` as const, label: `${period} days` }));

interface Step {
  key: 'seen' | 'started' | 'priced' | 'sent';
  label: string;
  what: string;
}

const STEPS: readonly Step[] = [
  { key: 'seen', label: 'Seen', what: 'The form came into view' },
  { key: 'started', label: 'Started', what: 'A length or a gate was entered' },
  { key: 'priced', label: 'Saw a price', what: 'The price appeared' },
  { key: 'sent', label: 'Sent', what: 'The request reached you' },
];

/** The funnel's steps, each with its count, a bar drawn to scale, and its share of the visitors who saw the form. */
function Steps({ funnel, priced }: { funnel: FunnelView; priced: boolean }) {
  const most = Math.max(1, ...STEPS.map(({ key }) => funnel[key]));
  const shown = priced ? STEPS : STEPS.filter(({ key }) => key !== 'priced');
  return (
    <ol className="funnel">
      {shown.map(({ key, label, what }) => (
        <li key={key}>
          <span className="funnel-name">
            <b>{label}</b> <span className="sm muted">{what}</span>
          </span>
          <span className="funnel-bar" aria-hidden>
            <i style={{ width: `${(funnel[key] / most) * 100}%` }} />
          </span>
          <span className="funnel-number num">
            <b>{numbers.format(funnel[key])}</b>
            {key !== 'seen' && funnel.seen > 0 && funnel[key] <= funnel.seen && (
              <span className="sm muted"> {percents.format(funnel[key] / funnel.seen)}</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A list of sources or pages, each with the number of estimate requests from it. */
function Origins({ title, rows, none }: { title: string; rows: FunnelView['sources']; none: string }) {
  if (rows.length === 0) return null;
  return (
    <div className="stack-s">
      <h3 className="sm">{title}</h3>
      <dl className="origins">
        {rows.map(({ name, leads }) => (
          <div key={name}>
            <dt>{name || none}</dt>
            <dd className="num">{numbers.format(leads)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Picture({ funnel, priced }: { funnel: FunnelView; priced: boolean }) {
  if (funnel.seen + funnel.started + funnel.sent === 0)
    return (
      <p className="muted measure">
        No one has seen your form in this period. Put it on your website, then check the page under “Where it appears.”
      </p>
    );
  return (
    <>
      <Steps funnel={funnel} priced={priced} />
      {funnel.since && <p className="sm muted">Counted since {days.format(new Date(`${funnel.since}T00:00:00Z`))}.</p>}
      <div className="origin-lists">
        <Origins title="Where the requests came from" rows={funnel.sources} none="Direct or unknown" />
        <Origins title="Pages they were sent from" rows={funnel.pages} none="Unknown" />
      </div>
      <p className="sm muted measure">
        We count each time a page shows the form. We don’t set cookies or store anything about the visitor. Your own
        preview and search engines aren’t counted, and each network is counted at most 20 times an hour.
      </p>
    </>
  );
}

interface FunnelCardProps {
  /** Whether homeowners see a price before they submit the form. */
  priced: boolean;
}

/** Shows how far recent visitors got in the form, and where estimate requests came from. */
export function FunnelCard({ priced }: FunnelCardProps) {
  const [period, setPeriod] = useState<`${FunnelPeriod}`>('30');
  const funnel = trpc.widget.funnel.useQuery(
    { days: Number(period) as FunnelPeriod },
    { placeholderData: (before) => before },
  );
  return (
    <section className="card pad stack" aria-labelledby="widget-funnel">
      <div className="row between flex-wrap">
        <h2 id="widget-funnel">Visitors</h2>
        <Segmented label="Period" value={period} onChange={setPeriod} options={PERIODS} />
      </div>
      {funnel.data ? (
        <Picture funnel={funnel.data} priced={priced} />
      ) : funnel.error ? (
        <Banner action={<Button onClick={() => void funnel.refetch()}>Try again</Button>}>
          {problemOf(funnel.error).message}
        </Banner>
      ) : (
        <SkeletonRows rows={4} height={44} label="Loading your visitors" />
      )}
    </section>
  );
}
