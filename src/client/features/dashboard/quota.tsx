import { QUOTES_PER_PERIOD } from '#shared/features/billing/quotes.ts';
import type { SubscriptionTier, SubscriptionView } from '#shared/features/billing/billing.schema.ts';
import { formatDay } from '../../lib/dates.ts';

const TIER_NAME: Record<SubscriptionTier, string> = {
  pay_as_you_go: 'Pay as you go',
  starter: 'Starter',
  pro: 'Pro',
  free: 'Free access',
};
const PICKETS = 25;
const LOW = 0.1;

/** One picket of the gauge, as a path from its left edge. */
const picket = (index: number): string => {
  const x = Math.round((1 + index * 8.3) * 10) / 10;
  return `M${x} 15V2.8l1.8-1.8h1.8l1.8 1.8V15Z`;
};

function Gauge({ left, of }: { left: number; of: number }) {
  const share = Math.max(0, Math.min(1, left / of));
  const full = left > 0 ? Math.max(1, Math.round(share * PICKETS)) : 0;
  const empty = PICKETS - full;
  const fill = share <= LOW ? 'var(--flag-on-slate)' : 'var(--pine)';
  return (
    <svg viewBox="0 0 208 16" width="100%" aria-hidden="true">
      {Array.from({ length: PICKETS }, (_, index) => (
        <path
          key={index}
          d={picket(index)}
          fill={index < empty ? 'none' : fill}
          stroke={index < empty ? 'var(--on-slate-2)' : 'none'}
        />
      ))}
    </svg>
  );
}

const planLine = ({ subscribed, subscriptionTier, subscriptionEnd, isFreeAccess }: SubscriptionView): string => {
  if (!subscribed) return 'No plan yet';
  const name = TIER_NAME[subscriptionTier];
  if (subscriptionEnd === null) return name;
  return `${name} · ${isFreeAccess ? 'until' : 'renews'} ${formatDay(subscriptionEnd)}`;
};

/** The foot of the side menu: quotes left as 25 pickets, plan and renewal. Nothing until it is known. */
export function Quota({ subscription }: { subscription: SubscriptionView | undefined }) {
  if (!subscription) return null;
  const { subscribed, subscriptionTier: tier, quotesRemaining: left } = subscription;
  const of = subscribed && tier !== 'pay_as_you_go' ? QUOTES_PER_PERIOD[tier] : null;
  return (
    <div className="quota">
      <div className="row between">
        <b className="num">{left === 1 ? '1 quote left' : `${left.toLocaleString('en-US')} quotes left`}</b>
        {of !== null && <span className="num">of {of}</span>}
      </div>
      {of !== null && <Gauge left={left} of={of} />}
      <span>{planLine(subscription)}</span>
    </div>
  );
}
