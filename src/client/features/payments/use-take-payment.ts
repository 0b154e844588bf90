import { useRef, useState } from 'react';
import { SECOND } from '#shared/primitives/durations.ts';
import { type Problem, problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { openNewWindow } from '../billing/new-window.ts';

const FAILED = 'Failed to initiate payment. Please try again.';
const LOOK_EVERY = 3 * SECOND;

interface Taken {
  url: string;
  /** The browser opened no window: the page shows a link. */
  blocked: boolean;
}

/** Says what failed in the given words, and more where the server said more. */
const reasonOf = ({ message }: Problem): string | null => (message === FAILED ? null : message);

/**
 * Opens Stripe's checkout for what a homeowner pays at the kitchen table (spec, section 7, create-connect-payment): the
 * window opens in the click, is then given its address, and what shows the lead is read again until it is paid.
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
  // a double click is faster than the next drawing
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
    const page = openNewWindow('Opening the payment page…');
    setFailure(undefined);
    try {
      const { url } = await payment.mutateAsync({ estimateId, amountCents, ...(customerEmail && { customerEmail }) });
      if (!url) throw new Error('No payment URL received');
      setOpened({ url, blocked: !page.go(url) });
      await completed();
    } catch (error) {
      page.close();
      setFailure(reasonOf(problemOf(error)));
      // the amounts may be others by now
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
    /** Undefined: nothing failed; null: there is no more to say than that it did. */
    failure,
    failedWords: FAILED,
  };
};
