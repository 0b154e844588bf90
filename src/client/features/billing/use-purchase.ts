import { useState } from 'react';
import type { UrlView } from '#shared/features/billing/billing.schema.ts';
import { LEAD_CREDIT, LEAD_CREDIT_DOLLARS, type PlanId } from '#shared/features/billing/plans.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { authAddress } from '../auth/auth-place.ts';
import { type NewWindow, openNewWindow } from './new-window.ts';

/** A window that was opened for a purchase or the billing portal. */
export interface Opened {
  url: string;
  what: 'plan' | 'credit' | 'portal';
  /** Whether the browser blocked the window. If so, the page shows a link. */
  blocked: boolean;
}

interface Failure {
  title: string;
  message: string | null;
}

const FAILED = {
  plan: 'Failed to create checkout session',
  credit: 'Failed to start payment process. Please try again.',
  portal: 'We couldn’t open the billing portal. Please try again.',
} as const;
const INVALID = 'Invalid plan selected';

/** If the session has ended, redirects the user to the sign-in page. After sign-in, the user returns here. */
const leave = (plan: PlanId | null) => {
  const next = location.pathname + location.search;
  location.assign(authAddress('sign-in', plan ? { plan, next } : { next }));
};

/**
 * Opens Stripe's pages: a checkout for a plan or a credit, or the billing portal. The window opens in the click handler
 * and gets its URL later. `opened` is the last opened page, until `forget` is called. `failure` is the last error.
 */
export const usePurchase = () => {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [working, setWorking] = useState<PlanId | 'portal' | null>(null);
  const utils = trpc.useUtils();
  const checkout = trpc.billing.createCheckout.useMutation();
  const payment = trpc.billing.createPayment.useMutation();
  const portal = trpc.billing.customerPortal.useMutation();

  const run = async (what: Opened['what'], key: PlanId | 'portal', call: (page: NewWindow) => Promise<UrlView>) => {
    if (working) return;
    const page = openNewWindow(what === 'portal' ? 'Opening the billing portal...' : 'Opening the payment page...');
    setWorking(key);
    setFailure(null);
    try {
      const { url } = await call(page);
      setOpened({ url, what, blocked: !page.go(url) });
    } catch (error) {
      page.close();
      const { code, message } = problemOf(error);
      if (code === 'UNAUTHENTICATED') leave(key === 'portal' ? null : key);
      // CONFLICT means that a payment is in progress or the company already has the plan.
      if (code === 'CONFLICT') void utils.subscription.check.invalidate();
      const title = message === INVALID ? INVALID : FAILED[what];
      setFailure({ title, message: message === title ? null : message });
    } finally {
      setWorking(null);
    }
  };

  return {
    opened,
    failure,
    working,
    forget: () => setOpened(null),
    /** Starts the checkout for a plan. `priceId` is null if this server doesn't sell the plan. */
    subscribe: (plan: { id: PlanId; priceId: string | null } | undefined) => {
      const priceId = plan?.priceId;
      if (!plan || !priceId) return setFailure({ title: INVALID, message: null });
      const subscriptionType = plan.id === 'pay_as_you_go' ? 'pay_as_you_go' : 'subscription';
      const what = plan.id === 'pay_as_you_go' ? 'credit' : 'plan';
      void run(what, plan.id, () => checkout.mutateAsync({ priceId, subscriptionType }));
    },
    /** Starts the checkout for one lead credit (spec, section 7, create-payment). */
    buyCredit: () =>
      void run('credit', 'pay_as_you_go', () =>
        payment.mutateAsync({ amount: LEAD_CREDIT_DOLLARS, description: LEAD_CREDIT, quoteId: null }),
      ),
    openPortal: () => void run('portal', 'portal', () => portal.mutateAsync()),
  };
};

export type Purchase = ReturnType<typeof usePurchase>;
