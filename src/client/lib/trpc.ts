import { QueryCache, MutationCache, QueryClient } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../server/trpc/root.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { isDown, isPassing, leaveIfSignedOut } from './errors.ts';
import { type CallsOptions, createCalls } from './rpc/calls.ts';
import { createBareClient, createHooks } from './rpc/hooks.ts';
import type { RpcClient, RpcHooks } from './rpc/types.ts';

const URL = '/trpc';
/** `maxItems`: what the server takes in one batch (`trpc-route.ts`). */
const LIMITS = { url: URL, maxItems: 20, maxUrlLength: 4_000 };

/**
 * The server's procedures as hooks: `trpc.leads.list.useQuery(…)`. The types are @trpc/react-query's; its code and that
 * of @trpc/client are a tenth of the first screen's 110 kB (D1), and what we use of them is in `rpc/`.
 */
export const trpc = createHooks(URL, createCalls(LIMITS)) as RpcHooks;
export type Answers = inferRouterOutputs<AppRouter>;

/** Bare calls with a `fetch` of their own. */
export const createClient = (fetch: CallsOptions['fetch']) =>
  createBareClient(createCalls({ ...LIMITS, ...(fetch && { fetch }) })) as RpcClient;

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
