import { useRef, useState } from 'react';
import { SECOND } from '#shared/primitives/durations.ts';
import { type Problem, problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { openNewWindow } from '../billing/new-window.ts';

const FAILED = 'Failed to initiate payment. Please try again.';
const LOOK_EVERY = 3 * SECOND;

interface Taken {
  url: string;
  /** Whether the browser blocked the window. If so, the page shows a link. */
  blocked: boolean;
}

/** Returns the server's explanation if it's more specific than the general error. */
const reasonOf = ({ message }: Problem): string | null => (message === FAILED ? null : message);

/**
 * Opens Stripe's checkout for a payment in person (spec, section 7, create-connect-payment). The window opens in the
 * click handler and gets its URL later. While the checkout is open, the estimate's payment state is refetched
 * regularly.
 */
export const useTakePayment = (estimateId: string | undefined) => {
  const utils = trpc.useUtils();
  const [opened, setOpened] = useState<Taken | null>(null);
  const [failure, setFailure] = useState<string | null | undefined>(undefined);
  const state = trpc.payments.forEstimate.useQuery(
    { estimateId: estimateId ?? '' },
    {
      enabled: estimateId !== undefined,
      refetchOnWindowFocus: 'always',
      refetchInterval: (query) => (opened && query.state.data?.onItsWay?.status === 'open' ? LOOK_EVERY : false),
    },
  );
  const payment = trpc.payments.createConnectPayment.useMutation();
  // A ref, because the second click of a double click can happen before the next render.
  const busy = useRef(false);

  const completed = () =>
    Promise.all([
      utils.payments.forEstimate.invalidate(),
      utils.estimates.listForLead.invalidate(),
      utils.leads.invalidate(),
    ]);
  const take = async ({ amountCents, customerEmail }: { amountCents: number; customerEmail: string | null }) => {
    if (busy.current || estimateId === undefined) return;
    busy.current = true;
    const page = openNewWindow('Opening the payment page...');
    setFailure(undefined);
    try {
      const { url } = await payment.mutateAsync({ estimateId, amountCents, ...(customerEmail && { customerEmail }) });
      if (!url) throw new Error('No payment URL received');
      setOpened({ url, blocked: !page.go(url) });
      await completed();
    } catch (error) {
      page.close();
      setFailure(reasonOf(problemOf(error)));
      // Refetches the amounts, because they may have changed.
      void state.refetch();
    } finally {
      busy.current = false;
    }
  };
  return {
    state,
    take,
    working: payment.isPending,
    opened,
    /** The error's explanation. Undefined if nothing failed. Null if there's no explanation. */
    failure,
    failedWords: FAILED,
  };
};
