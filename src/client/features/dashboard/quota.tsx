import { QUOTES_PER_PERIOD } from '#shared/features/billing/plan-limits.ts';
import type { SubscriptionView } from '#shared/features/billing/billing.schema.ts';
import { formatDay, lastDay } from '../../lib/dates.ts';
import { useMay } from '../../lib/role.ts';
import { Link } from '../../lib/router.tsx';
import { isLow, QuoteGauge } from '../billing/quote-gauge.tsx';
import { TIER_NAME } from '../billing/tiers.ts';
import { sectionAddress } from './tabs.ts';

const planLine = (
  { subscribed, subscriptionTier, subscriptionEnd, isFreeAccess }: SubscriptionView,
  ending: boolean,
): string => {
  if (!subscribed) return 'No plan yet';
  const name = TIER_NAME[subscriptionTier];
  if (subscriptionEnd === null) return name;
  if (isFreeAccess) return `${name} · through ${lastDay(subscriptionEnd)}`;
  return `${name} · ${ending ? 'ends' : 'renews'} ${formatDay(subscriptionEnd)}`;
};

/** The bottom of the side menu: a gauge of the remaining quotes, the plan and its renewal date. Empty while loading. */
export default function Quota({
  subscription,
  ending,
  onNavigate,
}: {
  subscription: SubscriptionView | undefined;
  /** Whether the plan is canceled or unpaid, so it won't renew. */
  ending: boolean;
  onNavigate?: (() => void) | undefined;
}) {
  const { office } = useMay();
  if (!subscription) return null;
  const { subscribed, subscriptionTier: tier, quotesRemaining: left } = subscription;
  const of = subscribed && tier !== 'pay_as_you_go' ? QUOTES_PER_PERIOD[tier] : null;
  return (
    <div className="quota">
      <div className="row between">
        <b className="num">{left === 1 ? '1 quote left' : `${left.toLocaleString('en-US')} quotes left`}</b>
        {of !== null && <span className="num">of {of}</span>}
      </div>
      {of !== null && <QuoteGauge left={left} of={of} />}
      {office && <span>{planLine(subscription, ending)}</span>}
      {office && isLow(left, of) && (
        <Link to={sectionAddress('account')} onClick={onNavigate}>
          Get more quotes
        </Link>
      )}
    </div>
  );
}
