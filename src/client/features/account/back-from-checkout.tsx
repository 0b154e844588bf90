import { useEffect, useEffectEvent } from 'react';
import { navigate } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { DASHBOARD } from '../auth/after-sign-in.ts';
import { useCheckoutReturn, useConfirming } from '../billing/use-confirming.ts';

const BOUGHT = { plan: 'Your plan is active', credit: 'Lead credit bought' } as const;
const ENDED = {
  failed: 'The payment didn’t go through. You weren’t charged.',
  expired: 'That payment page expired. You weren’t charged.',
} as const;

/** Shows the result of a checkout when the contractor returns to an open dashboard. */
export function BackFromCheckout() {
  const utils = trpc.useUtils();
  const { back, settle } = useCheckoutReturn();
  const { settled, waiting, checkAgain } = useConfirming(back);
  const state = settled?.state;
  const finish = useEffectEvent(() => {
    if (!settled) return;
    if (settled.state === 'active') toast.done(BOUGHT[settled.what]);
    else if (settled.state !== 'confirming') toast.error(ENDED[settled.state]);
    void Promise.all([utils.subscription.check.invalidate(), utils.billing.status.invalidate()]);
    // A plan just bought opens the dashboard, as the gate does. After buying a credit, the contractor stays here.
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
