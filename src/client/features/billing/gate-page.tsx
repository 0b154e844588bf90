import type { SessionView } from '#shared/features/auth/auth.schema.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { Link, useSearch } from '../../lib/router.tsx';
import { productName } from '../../lib/product.ts';
import { usePageTitle } from '../../lib/title.ts';
import { trpc } from '../../lib/trpc.ts';
import { Note } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { planOf } from '../auth/auth-place.ts';
import { UserMenu } from '../dashboard/user-menu.tsx';
import { Confirming, Paying } from './confirming.tsx';
import { PlanPicker } from './plan-picker.tsx';
import { useCheckoutReturn, useConfirming } from './use-confirming.ts';
import { type Purchase, usePurchase } from './use-purchase.ts';

const LOOK_EVERY = 2 * SECOND;

/** The message about a checkout that didn't lead to a plan. */
const OUTCOME = {
  failed: 'The payment didn’t go through. You weren’t charged. Choose a plan to try again.',
  expired: 'That payment page expired. You weren’t charged. Choose a plan to open a new one.',
  cancelled: 'You left the payment page. You weren’t charged.',
} as const;

/** Checks for the subscription while the payment page is open in another window. */
const useLookOut = (purchase: Purchase) =>
  trpc.subscription.check.useQuery(undefined, { enabled: purchase.opened !== null, refetchInterval: LOOK_EVERY });

function GateContent() {
  const purchase = usePurchase();
  const { back } = useCheckoutReturn();
  const { settled, waiting, checkAgain } = useConfirming(back);
  const chosen = planOf(useSearch());
  useLookOut(purchase);

  if (purchase.opened) return <Paying opened={purchase.opened} onBack={purchase.forget} />;
  const failed = settled && settled.state !== 'active' && settled.state !== 'confirming' ? settled.state : null;
  if (back?.outcome === 'done' && failed === null) return <Confirming waiting={waiting} onCheckAgain={checkAgain} />;
  const outcome = failed ?? (back?.outcome === 'cancelled' ? 'cancelled' : null);
  return (
    <>
      <div className="stack-s">
        <h1>Choose Your Plan</h1>
        <p className="muted">Select a subscription plan to access the dashboard</p>
      </div>
      {outcome && (
        <div role="status">
          <Note tone={outcome === 'cancelled' ? 'chalk' : 'pine'}>{OUTCOME[outcome]}</Note>
        </div>
      )}
      <PlanPicker purchase={purchase} chosen={chosen} primary level={2} />
      <Link className={buttonClass('quiet', 'justify-self-start')} to="/">
        Back to Home
      </Link>
    </>
  );
}

/** Shown instead of the dashboard to someone without a plan (spec, section 2). */
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
