import { useState } from 'react';
import type { SessionView } from '#shared/features/auth/auth.schema.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { type PlanId, PLANS } from '#shared/features/billing/plans.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Link, useSearch } from '../../lib/router.tsx';
import { productName } from '../../lib/product.ts';
import { usePageTitle } from '../../lib/title.ts';
import { trpc } from '../../lib/trpc.ts';
import { Note } from '../../ui/banner.tsx';
import { Logo } from '../../ui/logo.tsx';
import { planOf } from '../auth/auth-place.ts';
import { UserMenu } from '../dashboard/user-menu.tsx';
import { type Opened, type Purchase, usePurchase } from './use-purchase.ts';
import { PlanPicker } from './plan-picker.tsx';
import { useCheckoutReturn, useConfirming } from './use-confirming.ts';

interface ChosenPlanProps {
  purchase: Purchase;
  chosen: PlanId;
  onOthers: () => void;
}

/** The plan that the user chose before signing up, with its button. The user isn't asked to choose again. */
function ChosenPlan({ purchase, chosen, onOthers }: ChosenPlanProps) {
  const plan = PLANS.find(({ id }) => id === chosen);
  if (!plan) return null;
  return (
    <>
      <div className="stack-s">
        <h1>Your plan: {plan.name}</h1>
        <p className="muted">Your dashboard opens as soon as you’ve paid.</p>
      </div>
      <div className="plan-alone">
        <PlanPicker purchase={purchase} chosen={chosen} only={chosen} primary level={2} />
      </div>
      <Button variant="quiet" className="justify-self-start -ml-[17px]" onClick={onOthers}>
        Choose another plan
      </Button>
    </>
  );
}

/** Shown after the user returns from the payment page, until the server has confirmed the payment. */
export function Confirming({ waiting, onCheckAgain }: { waiting: boolean; onCheckAgain: () => void }) {
  return (
    <section className="confirming" aria-live="polite">
      <h1>{waiting ? 'Confirming your payment' : 'Your payment isn’t confirmed yet'}</h1>
      {waiting ? (
        <>
          <div className="dim" aria-hidden="true">
            a few seconds
          </div>
          <p className="muted">We’re waiting for Stripe. Your dashboard will open automatically.</p>
        </>
      ) : (
        <>
          <p className="muted">
            We haven’t heard from Stripe yet. This can take a few minutes. If you paid, don’t pay again. If you didn’t,
            you weren’t charged.
          </p>
          <Button variant="primary" className="justify-self-start" onClick={onCheckAgain}>
            Check again
          </Button>
        </>
      )}
    </section>
  );
}

/** Shown while the payment page is open in another window. */
export function Paying({ opened, onBack }: { opened: Opened; onBack: () => void }) {
  return (
    <section className="confirming" aria-live="polite">
      <h1>Finish on the payment page</h1>
      <p className="muted">
        {opened.blocked
          ? 'Your browser blocked the new window. Open the payment page yourself. Your dashboard will open here after you pay.'
          : 'The payment page is open in another window. Your dashboard will open here after you pay.'}
      </p>
      <div className="row flex-wrap">
        <a
          className={buttonClass(opened.blocked ? 'primary' : 'default')}
          href={opened.url}
          target="_blank"
          rel="noopener"
        >
          {opened.blocked ? 'Open the payment page' : 'Open the payment page again'}
        </a>
        <Button variant="quiet" onClick={onBack}>
          Choose another plan
        </Button>
      </div>
    </section>
  );
}

const LOOK_EVERY = 2 * SECOND;

/** Messages for checkouts that ended without a plan. */
const OUTCOME = {
  failed: 'The payment didn’t go through. You weren’t charged. Choose a plan to try again.',
  expired: 'That payment page expired. You weren’t charged. Choose a plan to open a new one.',
  cancelled: 'You left the payment page. You weren’t charged.',
} as const;

/** Polls the subscription while the payment page is open in another window. */
const useLookOut = (purchase: Purchase) =>
  trpc.subscription.check.useQuery(undefined, { enabled: purchase.opened !== null, refetchInterval: LOOK_EVERY });

function GateContent() {
  const purchase = usePurchase();
  const { back } = useCheckoutReturn();
  const { settled, waiting, checkAgain } = useConfirming(back);
  const chosen = planOf(useSearch());
  const [others, setOthers] = useState(false);
  useLookOut(purchase);

  if (purchase.opened) return <Paying opened={purchase.opened} onBack={purchase.forget} />;
  const failed = settled && settled.state !== 'active' && settled.state !== 'confirming' ? settled.state : null;
  if (back?.outcome === 'done' && failed === null) return <Confirming waiting={waiting} onCheckAgain={checkAgain} />;
  const outcome = failed ?? (back?.outcome === 'cancelled' ? 'cancelled' : null);
  return (
    <>
      {outcome && (
        <div role="status">
          <Note tone={outcome === 'cancelled' ? 'chalk' : 'pine'}>{OUTCOME[outcome]}</Note>
        </div>
      )}
      {chosen !== null && !others ? (
        <ChosenPlan purchase={purchase} chosen={chosen} onOthers={() => setOthers(true)} />
      ) : (
        <>
          <div className="stack-s">
            <h1>Choose Your Plan</h1>
            <p className="muted">Select a subscription plan to access the dashboard</p>
          </div>
          <PlanPicker purchase={purchase} chosen={chosen} primary level={2} />
        </>
      )}
      <Link className={buttonClass('quiet', 'justify-self-start -ml-[17px]')} to="/">
        Back to Home
      </Link>
    </>
  );
}

/** Shown instead of the dashboard to a user without a plan (spec, section 2). */
export default function GatePage({ user }: { user: NonNullable<SessionView>['user'] }) {
  usePageTitle('Choose Your Plan', `${productName} Dashboard`);
  return (
    <>
      <header className="gate-top">
        <Link className="logo" to="/">
          <Logo />
        </Link>
        <UserMenu user={user} />
      </header>
      <main className="gate">
        <GateContent />
      </main>
    </>
  );
}
