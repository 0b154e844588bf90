import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { QUOTES_PER_PERIOD } from '#shared/features/billing/plan-limits.ts';
import type { BillingStatusView, SubscriptionView } from '#shared/features/billing/billing.schema.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { navigate, useSearch } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Banner, Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { problemOf } from '../../lib/errors.ts';
import { supportEmail } from '../../lib/product.ts';
import { usePhone } from '../../lib/media.ts';
import { useMay } from '../../lib/role.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { DASHBOARD } from '../auth/after-sign-in.ts';
import { useCheckoutReturn, useConfirming } from '../billing/use-confirming.ts';
import { planOf } from '../auth/auth-place.ts';
import { PlanPicker } from '../billing/plan-picker.tsx';
import { QuoteGauge } from '../billing/quote-gauge.tsx';
import { type Purchase, usePurchase } from '../billing/use-purchase.ts';
import { planWords } from './plan-words.ts';

/** Keeps a date such as 'Dec 16, 2026' on one line. */
const withWholeDate = (text: string): string => text.replace(/(\w{3}) (\d{1,2},) (\d{4})/, '$1\u00a0$2\u00a0$3');

const BOUGHT = { plan: 'Your plan is active', credit: 'Lead credit bought' } as const;
const ENDED = {
  failed: 'The payment didn’t go through. You weren’t charged.',
  expired: 'That payment page expired. You weren’t charged.',
} as const;

/** Shows a checkout's result when the contractor returns to the dashboard from Stripe's checkout page. */
function BackFromCheckout() {
  const utils = trpc.useUtils();
  const { back, settle } = useCheckoutReturn();
  const { settled, waiting, checkAgain } = useConfirming(back);
  const state = settled?.state;
  const finish = useEffectEvent(() => {
    if (!settled) return;
    if (settled.state === 'active') toast.done(BOUGHT[settled.what]);
    else if (settled.state !== 'confirming') toast.error(ENDED[settled.state]);
    void Promise.all([utils.subscription.check.invalidate(), utils.billing.status.invalidate()]);
    // Buying a plan opens the dashboard. Buying a credit leaves this page open.
    if (settled.state === 'active' && settled.what === 'plan') navigate(DASHBOARD, { replace: true });
    else settle();
  });
  useEffect(() => {
    if (state) finish();
  }, [state]);

  if (back === null || state) return null;
  if (back.outcome === 'cancelled')
    return (
      <div role="status">
        <Note tone="chalk">You left the payment page. You weren’t charged.</Note>
      </div>
    );
  return (
    <div role="status">
      <Note tone="pine">
        <p>
          {waiting
            ? 'We’re confirming your payment. This takes a few seconds.'
            : 'We haven’t heard from Stripe yet. This can take a few minutes. Don’t pay again.'}
        </p>
        {!waiting && (
          <Button className="mt-2" onClick={checkAgain}>
            Check again
          </Button>
        )}
      </Note>
    </div>
  );
}

const LOOK_EVERY = 2 * SECOND;

interface PlanProps {
  subscription: SubscriptionView;
  status: BillingStatusView | undefined;
  purchase: Purchase;
}

/** Shows the remaining quotes as a gauge, or the remaining lead credits as a number. */
function Quotes({ subscription }: Pick<PlanProps, 'subscription'>) {
  const { subscribed, subscriptionTier: tier, quotesRemaining: left } = subscription;
  const of = subscribed && tier !== 'pay_as_you_go' ? QUOTES_PER_PERIOD[tier] : null;
  const word = tier === 'pay_as_you_go' ? 'lead credit' : 'quote';
  return (
    <div className="quotes">
      <p className="row between items-baseline">
        <span>
          <b className="num">{left.toLocaleString('en-US')}</b> {left === 1 ? word : `${word}s`} remaining
        </span>
        {of !== null && <span className="muted num">of {of}</span>}
      </p>
      {of !== null && <QuoteGauge left={left} of={of} pickets={50} />}
      <p className="sm muted">The first estimate you send to a lead uses one {word}. Resending the estimate is free.</p>
    </div>
  );
}

function BuyCredit({ purchase }: Pick<PlanProps, 'purchase'>) {
  return (
    <Button working={purchase.working === 'pay_as_you_go'} workingText="Processing..." onClick={purchase.buyCredit}>
      Buy Lead Credit
    </Button>
  );
}

/**
 * Shows the support email address to companies with free access, because they don't have a billing portal (spec,
 * section 6).
 */
function AskSupport() {
  return (
    <p className="sm muted">
      Questions about free access? Email{' '}
      <a href={`mailto:${supportEmail}`} className="break-words">
        {supportEmail}
      </a>
      .
    </p>
  );
}

/** The 'Manage Subscription' button. It's shown only if the company has a billing portal. */
function Manage({ subscription, status, purchase }: PlanProps) {
  if (subscription.isFreeAccess || !status?.canManage) return null;
  return (
    <Button working={purchase.working === 'portal'} workingText="Opening..." onClick={purchase.openPortal}>
      Manage Subscription
    </Button>
  );
}

const PLANS_TITLE = 'plans-title';

/**
 * The three plans, below the current one. On phones, they're folded, unless the company has no plan yet or the user
 * came to choose one.
 */
function Plans({ subscription, purchase }: Omit<PlanProps, 'status'>) {
  const chosen = planOf(useSearch());
  const phone = usePhone();
  const { subscribed } = subscription;
  const picker = (
    <PlanPicker purchase={purchase} subscription={subscription} chosen={chosen} primary={!subscribed} small />
  );
  if (phone && subscribed && chosen === null)
    return (
      <details className="plan-fold">
        <summary>See other plans</summary>
        {picker}
      </details>
    );
  return (
    <section className="wide" aria-labelledby={PLANS_TITLE}>
      <h2 id={PLANS_TITLE}>{subscribed ? 'Change plan' : 'Choose Your Plan'}</h2>
      {picker}
    </section>
  );
}

interface PlanSectionProps {
  /** The other account settings, shown below the plans. They're rendered once the plan's height is known. */
  children: ReactNode;
}

function Plan({ children, ...props }: PlanProps & PlanSectionProps) {
  const { subscription, status, purchase } = props;
  const { title, text } = planWords(subscription, status);
  return (
    <>
      <section aria-labelledby="plan-title">
        <div className="stack-s">
          <h2 id="plan-title">{title}</h2>
          <p className="muted">{withWholeDate(text)}</p>
        </div>
        <Quotes subscription={subscription} />
        <div className="row flex-wrap">
          <Manage {...props} />
          <BuyCredit purchase={purchase} />
        </div>
        {subscription.isFreeAccess && <AskSupport />}
      </section>
      <Plans subscription={subscription} purchase={purchase} />
      {children}
    </>
  );
}

/** The current plan: its name, end date, remaining quotes, and the buttons that change it. */
export function PlanSection({ children }: PlanSectionProps) {
  const purchase = usePurchase();
  // Polls while Stripe's page is open in another window, so that a change is shown within seconds.
  const fresh = {
    staleTime: 0,
    refetchOnWindowFocus: 'always' as const,
    refetchInterval: purchase.opened ? LOOK_EVERY : (false as const),
  };
  const subscription = trpc.subscription.check.useQuery(undefined, fresh);
  const may = useMay();
  const status = trpc.billing.status.useQuery(undefined, { ...fresh, enabled: may.own });
  if (!may.own)
    return (
      <>
        {may.office && <Note>Only owners can see and change the plan.</Note>}
        {children}
      </>
    );
  if (subscription.data && !status.isLoading)
    return (
      <>
        <BackFromCheckout />
        <Plan subscription={subscription.data} status={status.data} purchase={purchase}>
          {children}
        </Plan>
      </>
    );
  if (!subscription.isError) return <SkeletonRows rows={6} label="Loading your account" />;
  const { code, message } = problemOf(subscription.error);
  return (
    <>
      <Banner action={<Button onClick={() => void subscription.refetch()}>Try again</Button>}>
        <b>Failed to check subscription status</b>
        {code === 'FORBIDDEN' && `. ${message}`}
      </Banner>
      {children}
    </>
  );
}
