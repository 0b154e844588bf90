import { QueryCache, MutationCache, QueryClient } from '@tanstack/react-query';
import { createTRPCReact, httpBatchLink, splitLink, type TRPCLink } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../../server/trpc/root.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { isDown, isPassing, leaveIfSignedOut } from './errors.ts';
import { hearTime } from './now.ts';
import { untilThere } from './parts.ts';

/** Only this file imports @trpc/react-query. Screens use `trpc.leads.list.useQuery(…)`. */
export const trpc = createTRPCReact<AppRouter>();
export type Answers = inferRouterOutputs<AppRouter>;

const URL = '/trpc';
/** The server's limit on calls per batch (`trpc-route.ts`). */
const MAX_BATCH = 20;

/**
 * useInfiniteQuery adds a `direction`. It's removed, because procedures don't accept it: our lists only go forward.
 */
const forwardOnly: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (typeof op.input !== 'object' || op.input === null || !('direction' in op.input)) return next(op);
    const { direction: _direction, ...input } = op.input;
    return next({ ...op, input });
  };

let shownCompany: string | undefined;
/**
 * Sets the company that this window shows. Every call then includes its ID, so that nothing is written to another
 * company.
 */
export const showCompany = (companyId: string | undefined): void => {
  shownCompany = companyId;
};
const headers = () => (shownCompany === undefined ? {} : { 'x-picket-company': shownCompany });

/**
 * Procedures that may call Stripe. They're never batched with the leads, because the leads would then wait for Stripe.
 */
export const MAY_WAIT = /^(subscription|billing|payments)\./;
/** Options for a call outside any batch, so that a lost response affects only that call. */
export const ALONE = { context: { skipBatch: true } };
const calls = {
  url: URL,
  headers,
  fetch: async (...asked: Parameters<typeof fetch>) => hearTime(await fetch(...asked)),
};
/** Each link that this creates has its own batches. */
const batches = httpBatchLink({ ...calls, maxItems: MAX_BATCH, maxURLLength: 4_000 });

/** Subscriptions start after the first screen is painted, so their link is loaded only at that point. */
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

/**
 * Creates the client. It sends queries by GET in batches, and mutations by POST. Subscriptions are server-sent events.
 */
export const createTrpcClient = () =>
  trpc.createClient({
    links: [
      forwardOnly,
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: events,
        false: splitLink({
          condition: ({ context }) => context['skipBatch'] === true,
          true: httpBatchLink({ ...calls, maxItems: 1 }),
          false: splitLink({ condition: ({ path }) => MAY_WAIT.test(path), true: batches, false: batches }),
        }),
      }),
    ],
  });

const LONGEST_WAIT = 8 * SECOND;

/**
 * Creates the query cache. If the server doesn't respond, a query is retried until it does (shown by
 * `connection-line.tsx`). After any other temporary error, a query is retried twice. After other errors, it isn't
 * retried. Mutations are never retried automatically.
 */
export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({
      // `anonymous` queries may run without a session, so their errors don't redirect to sign-in.
      onError: (error, query) => query.meta?.['anonymous'] !== true && leaveIfSignedOut(error),
    }),
    mutationCache: new MutationCache({ onError: leaveIfSignedOut }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (count, error) => isDown(error) || (count < 2 && isPassing(error)),
        retryDelay: (count) => Math.min(SECOND * 2 ** count, LONGEST_WAIT),
      },
      // While offline, a mutation fails immediately with an error instead of waiting silently.
      mutations: { networkMode: 'always', retry: false },
    },
  });
