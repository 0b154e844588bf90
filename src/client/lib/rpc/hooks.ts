import {
  type QueryClient,
  type QueryFunction,
  type QueryKey,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Calls } from './calls.ts';
import { useEvents } from './use-subscription.ts';

type Path = readonly string[];
type Options = Record<string, unknown>;

/** A proxy that is called at the end of any path ('leads', 'list', 'useQuery'). */
const atPath = (call: (path: Path, args: unknown[]) => unknown, path: Path = []): unknown =>
  new Proxy(() => undefined, {
    get: (_target, name) => atPath(call, [...path, String(name)]),
    apply: (_target, _self, args: unknown[]) => call(path, args),
  });

/** Keys as @trpc/react-query makes them: the path, then the input and the kind where there are any. */
export const keyOf = (path: Path, input: unknown, type?: 'query' | 'infinite'): QueryKey => {
  const given = input !== undefined && input !== skipToken;
  if (!given && !type) return path.length > 0 ? [path] : [];
  return [path, { ...(given && { input }), ...(type && { type }) }];
};

const queryOf = (
  calls: Calls,
  path: Path,
  input: unknown,
): { queryKey: QueryKey; queryFn: QueryFunction | typeof skipToken } => ({
  queryKey: keyOf(path, input, 'query'),
  queryFn: input === skipToken ? skipToken : () => calls.query(path.join('.'), input),
});

/** `trpc.leads.list.useQuery(…)` and the like: one function for each ending. */
export const createHooks = (url: string, calls: Calls) => {
  const endings: Record<string, (path: Path, input: unknown, options: Options) => unknown> = {
    useQuery: (path, input, options) => useQuery({ ...options, ...queryOf(calls, path, input) }),
    useInfiniteQuery: (path, input, options) =>
      useInfiniteQuery({
        getNextPageParam: () => undefined,
        ...options,
        initialPageParam: null,
        queryKey: keyOf(path, input, 'infinite'),
        // lists go forward only: the cursor alone says where
        queryFn: ({ pageParam }) =>
          calls.query(path.join('.'), { ...(input as Options), ...(pageParam !== null && { cursor: pageParam }) }),
      }),
    // a mutation has no input of its own: the options come first
    useMutation: (path, options) =>
      useMutation({
        ...(options as Options),
        mutationKey: [path],
        mutationFn: (input: unknown) => calls.mutation(path.join('.'), input),
      }),
    useSubscription: (path, input, { onData }) =>
      useEvents(`${url}/${path.join('.')}`, input, onData as (data: unknown) => void),
  };
  return atPath((path, [input, options = {}]) => {
    if (path.length === 1 && path[0] === 'useUtils') return useUtils(calls);
    const ending = endings[path.at(-1) ?? ''];
    if (!ending) throw new Error(`trpc.${path.join('.')} is not a hook of ours`);
    return ending(path.slice(0, -1), input, options as Options);
  });
};

const useUtils = (calls: Calls): unknown => {
  const cache = useQueryClient();
  return useMemo(() => createUtils(cache, calls), [cache, calls]);
};

/** What changes the cache by hand: `utils.leads.get.setData(input, lead)`; and calls without a hook, `utils.client`. */
export const createUtils = (cache: QueryClient, calls: Calls): unknown => {
  const endings: Record<string, (path: Path, args: unknown[]) => unknown> = {
    invalidate: (path, [input, filters]) =>
      cache.invalidateQueries({ ...(filters as Options), queryKey: keyOf(path, input) }),
    cancel: (path, [input]) => cache.cancelQueries({ queryKey: keyOf(path, input) }),
    fetch: (path, [input, options]) => cache.query({ ...(options as Options), ...queryOf(calls, path, input) }),
    getData: (path, [input]) => cache.getQueryData(keyOf(path, input, 'query')),
    setData: (path, [input, data]) => cache.setQueryData(keyOf(path, input, 'query'), data),
    setInfiniteData: (path, [input, data]) => cache.setQueryData(keyOf(path, input, 'infinite'), data),
  };
  return atPath((path, args) => {
    if (path[0] === 'client') return callBare(calls, path.slice(1), args[0]);
    const ending = endings[path.at(-1) ?? ''];
    if (!ending) throw new Error(`utils.${path.join('.')} is not there`);
    return ending(path.slice(0, -1), args);
  });
};

/** `client.leads.list.query(input)`, `client.leads.create.mutate(input)`. */
const callBare = (calls: Calls, path: Path, input: unknown): Promise<unknown> => {
  const procedure = path.slice(0, -1).join('.');
  return path.at(-1) === 'mutate' ? calls.mutation(procedure, input) : calls.query(procedure, input);
};

/** The same alone, where there is no cache. */
export const createBareClient = (calls: Calls): unknown => atPath((path, [input]) => callBare(calls, path, input));
