import { QueryCache, MutationCache, QueryClient } from '@tanstack/react-query';
import { createTRPCReact, httpBatchLink, splitLink, type TRPCLink } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../../server/trpc/root.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { isDown, isPassing, leaveIfSignedOut } from './errors.ts';
import { untilThere } from './parts.ts';

/** The one place that knows @trpc/react-query: screens use `trpc.leads.list.useQuery(…)` and no other import. */
export const trpc = createTRPCReact<AppRouter>();
export type Answers = inferRouterOutputs<AppRouter>;

const URL = '/trpc';
/** What the server takes in one batch (`trpc-route.ts`). */
const MAX_BATCH = 20;

/** useInfiniteQuery adds a `direction` that no procedure knows: our lists only go forward. */
const forwardOnly: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (typeof op.input !== 'object' || op.input === null || !('direction' in op.input)) return next(op);
    const { direction: _direction, ...input } = op.input;
    return next({ ...op, input });
  };

/** What may ask Stripe first: in one batch with the leads it would hold them up. */
const MAY_WAIT = /^(subscription|billing|payments)\./;
/** As a call's options: in no batch, so that a lost answer is the answer of one call. */
export const ALONE = { context: { skipBatch: true } };
/** Each place that uses it has batches of its own. */
const batches = httpBatchLink({ url: URL, maxItems: MAX_BATCH, maxURLLength: 4_000 });

/** Nothing is heard before the first screen is painted, so its link is fetched after it. */
const events: TRPCLink<AppRouter> = (runtime) => (call) =>
  observable((observer) => {
    let stop: (() => void) | undefined;
    let stopped = false;
    void untilThere(() => import('./event-source-link.ts')).then(({ eventSourceLink }) => {
      if (stopped) return;
      const heard = eventSourceLink(URL)(runtime)(call).subscribe(observer);
      stop = () => heard.unsubscribe();
    });
    return () => {
      stopped = true;
      stop?.();
    };
  });

/** Queries by GET in batches, mutations by POST, subscriptions as server-sent events. */
export const createTrpcClient = () =>
  trpc.createClient({
    links: [
      forwardOnly,
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: events,
        false: splitLink({
          condition: ({ context }) => context['skipBatch'] === true,
          true: httpBatchLink({ url: URL, maxItems: 1 }),
          false: splitLink({ condition: ({ path }) => MAY_WAIT.test(path), true: batches, false: batches }),
        }),
      }),
    ],
  });

const LONGEST_WAIT = 8 * SECOND;

/**
 * The cache. While nobody answers a query is tried again until somebody does (`connection-line.tsx` says so), after
 * another failure that may pass twice, else never; a mutation never by itself.
 */
export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({
      // `anonymous`: may be asked before it is known who is here
      onError: (error, query) => query.meta?.['anonymous'] !== true && leaveIfSignedOut(error),
    }),
    mutationCache: new MutationCache({ onError: leaveIfSignedOut }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (count, error) => isDown(error) || (count < 2 && isPassing(error)),
        retryDelay: (count) => Math.min(SECOND * 2 ** count, LONGEST_WAIT),
      },
      // offline, a button says so at once instead of waiting in silence
      mutations: { networkMode: 'always', retry: false },
    },
  });
