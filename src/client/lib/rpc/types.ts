import type { CreateTRPCReact, TRPCClient } from '@trpc/react-query';
import type { AppRouter } from '../../../server/trpc/root.ts';

/** @trpc/react-query knows more: what is not named here has no code behind it (`hooks.ts`). */
type Hook = 'useQuery' | 'useInfiniteQuery' | 'useMutation' | 'useSubscription';
type Util = 'invalidate' | 'cancel' | 'fetch' | 'getData' | 'setData' | 'setInfiniteData';

type AllHooks = CreateTRPCReact<AppRouter, unknown>;
type AllUtils = ReturnType<AllHooks['useUtils']>;
type Router = keyof AppRouter['_def']['record'];

type Hooks<T> =
  Extract<keyof T, Hook> extends never ? { [K in keyof T]: Hooks<T[K]> } : Pick<T, Extract<keyof T, Hook>>;

type Utils<T> = T extends { getData: unknown }
  ? Pick<T, Extract<keyof T, Util>>
  : { [K in keyof T]: K extends 'invalidate' ? T[K] : Utils<T[K]> };

/** Procedures as hooks, typed by the server's router. */
export type RpcHooks = { [K in Router]: Hooks<AllHooks[K]> } & { useUtils: () => RpcUtils };

export type RpcUtils = { [K in Router]: Utils<AllUtils[K]> } & {
  invalidate: AllUtils['invalidate'];
  client: RpcClient;
};

/** Procedures as bare calls. */
export type RpcClient = TRPCClient<AppRouter>;
