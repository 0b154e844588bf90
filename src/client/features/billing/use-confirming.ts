import { useEffect, useState } from 'react';
import { SECOND } from '#shared/primitives/durations.ts';
import { navigate, useLocation } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';

const ASK_EVERY = 2 * SECOND;
const PATIENCE = 60 * SECOND;

/** The values in the URL after the user returns from a checkout. */
export interface CheckoutReturn {
  outcome: 'done' | 'cancelled';
  sessionId: string | null;
}

const readReturn = (search: string): CheckoutReturn | null => {
  const params = new URLSearchParams(search);
  const outcome = params.get('checkout');
  if (outcome !== 'done' && outcome !== 'cancelled') return null;
  return { outcome, sessionId: params.get('session_id') };
};

/** Returns the checkout in the URL, and a function that removes it from the URL once its result is known. */
export const useCheckoutReturn = (): { back: CheckoutReturn | null; settle: () => void } => {
  const { pathname, search } = useLocation();
  return {
    back: readReturn(search),
    settle: () => {
      const params = new URLSearchParams(search);
      params.delete('checkout');
      params.delete('session_id');
      navigate(params.size === 0 ? pathname : `${pathname}?${params}`, { replace: true });
    },
  };
};

/** `waiting` is true for one minute after `key` is set. `again` starts another minute. */
const usePatience = (key: string | null): { waiting: boolean; again: () => void } => {
  const [round, setRound] = useState(0);
  const [over, setOver] = useState<string | null>(null);
  const now = key === null ? null : `${key} ${round}`;
  useEffect(() => {
    if (now === null) return;
    const timer = setTimeout(() => setOver(now), PATIENCE);
    return () => clearTimeout(timer);
  }, [now]);
  return { waiting: now !== null && over !== now, again: () => setRound(round + 1) };
};

/**
 * Polls until the server has recorded a payment, because returning from the payment page doesn't prove that the user
 * paid (S3). It polls every 2 s for one minute, then only on request. If `sessionId` is null, it can only check the
 * subscription.
 */
export const useConfirming = (back: CheckoutReturn | null) => {
  const wanted = back?.outcome === 'done';
  const { waiting, again } = usePatience(wanted ? (back.sessionId ?? 'unknown') : null);
  const refetchInterval = waiting ? ASK_EVERY : false;
  const status = trpc.billing.checkoutStatus.useQuery(
    { sessionId: back?.sessionId ?? '' },
    {
      enabled: wanted && back.sessionId !== null,
      staleTime: 0,
      refetchInterval: (query) => (query.state.data?.state === 'confirming' || !query.state.data) && refetchInterval,
      refetchIntervalInBackground: true,
    },
  );
  const settled = status.data && status.data.state !== 'confirming' ? status.data : null;
  const subscription = trpc.subscription.check.useQuery(undefined, {
    enabled: wanted,
    refetchInterval: settled ? false : refetchInterval,
    refetchIntervalInBackground: true,
  });
  return {
    settled,
    subscribed: subscription.data?.subscribed === true,
    waiting,
    checkAgain: () => {
      again();
      void status.refetch();
      void subscription.refetch();
    },
  };
};
