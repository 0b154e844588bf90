import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { problemOf, saySignedOutHere } from '../../lib/errors.ts';
import { navigate, useLocation, useSearch } from '../../lib/router.tsx';
import { useMay } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';

export const CHECK_FAILED = 'Failed to check Stripe connection status';
const CONNECT_FAILED = 'Failed to connect to Stripe. Please try again.';
const DISCONNECT_FAILED = 'Failed to disconnect Stripe account.';
const LOG_IN = 'Please log in to connect Stripe';

type Working = 'connect' | 'check' | 'disconnect' | null;

export interface Failure {
  title: string;
  /** The server's explanation. Null if there's none. */
  detail: string | null;
  signIn: boolean;
}

const failureOf = (title: string, error: unknown): Failure => {
  const { code, message } = problemOf(error);
  if (code === 'UNAUTHENTICATED') return { title: LOG_IN, detail: null, signIn: true };
  return { title, detail: message === title ? null : message, signIn: false };
};

/**
 * Returns the status of the company's Stripe account, and functions that connect, check and disconnect it. If a check
 * fails, the stored status stays visible (spec, section 8).
 */
export const useConnection = () => {
  const utils = trpc.useUtils();
  const status = trpc.payments.status.useQuery();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [working, setWorking] = useState<Working>(null);
  const [checked, setChecked] = useState(false);
  // A ref, because the second click of a double click can happen before the next render.
  const busy = useRef<Working>(null);
  const link = trpc.payments.createAccountLink.useMutation();
  const check = trpc.payments.checkAccountStatus.useMutation();
  const disconnecting = trpc.payments.disconnect.useMutation();

  // Back can restore this page from the browser's cache with its buttons still busy.
  useEffect(() => {
    const back = () => {
      busy.current = null;
      setWorking(null);
    };
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);

  /**
   * Runs one action at a time, except that an action replaces a running check. Errors are shown here, even if the
   * session has ended.
   */
  const run = async (what: Exclude<Working, null>, title: string, work: () => Promise<'leaving' | undefined>) => {
    if (busy.current !== null && (busy.current !== 'check' || what === 'check')) return;
    busy.current = what;
    let leaving = false;
    setWorking(what);
    setFailure(null);
    const end = saySignedOutHere(() => setFailure({ title: LOG_IN, detail: null, signIn: true }));
    try {
      leaving = (await work()) === 'leaving';
    } catch (error) {
      setFailure(failureOf(title, error));
    } finally {
      end();
      if (what === 'check' && !leaving) setChecked(true);
      if (!leaving && busy.current === what) {
        busy.current = null;
        setWorking(null);
      }
    }
  };
  const ask = async (): Promise<boolean> => {
    const { connected } = await check.mutateAsync();
    // A request that started before the check could overwrite the check's newer data, so it's canceled.
    await utils.payments.status.cancel();
    await utils.payments.status.invalidate();
    return connected;
  };
  /** Opens Stripe in the same tab, because Stripe redirects back here. */
  const leave = async (): Promise<'leaving'> => {
    const { url } = await link.mutateAsync();
    if (!url) throw new Error('no onboarding URL');
    location.assign(url);
    return 'leaving';
  };
  const connect = () => run('connect', CONNECT_FAILED, leave);
  const look = () =>
    run('check', CHECK_FAILED, async () => {
      await ask();
      return undefined;
    });
  return {
    status,
    failure,
    working,
    /** Whether a check with Stripe has finished since the screen was opened, even if it failed. */
    checked,
    connect,
    look,
    /**
     * Runs after the contractor returns from Stripe. 'connected' in the URL isn't proof, so the result depends on
     * Stripe's own response (S13).
     */
    comeBack: (how: 'connected' | 'refresh') =>
      run('check', CHECK_FAILED, async () => {
        const connected = await ask();
        if (connected && how === 'connected') toast.done('Stripe account connected successfully!');
        // The link has expired or was already used, so a new link is created.
        return !connected && how === 'refresh' ? leave() : undefined;
      }),
    disconnect: () =>
      run('disconnect', DISCONNECT_FAILED, async () => {
        utils.payments.status.setData(undefined, await disconnecting.mutateAsync());
        toast.done('Stripe account disconnected successfully');
        return undefined;
      }),
  };
};

export type Connection = ReturnType<typeof useConnection>;

/**
 * Acts on `connected=true` and `refresh=true` in the URL when the contractor returns from Stripe, and removes them. If
 * the URL contains neither, checks the account's status once when the screen opens, if the user's role allows it.
 */
export const useReturn = ({ status, comeBack, look }: Connection) => {
  const { manage } = useMay();
  const search = useSearch();
  const { pathname } = useLocation();
  const how = search.get('connected') === 'true' ? 'connected' : search.get('refresh') === 'true' ? 'refresh' : null;
  const asked = useRef(false);
  const accountId = status.data?.accountId;
  const act = useEffectEvent(() => {
    if (how) {
      asked.current = true;
      const rest = new URLSearchParams(search);
      rest.delete('connected');
      rest.delete('refresh');
      navigate(`${pathname}?${rest.toString()}`, { replace: true, keepScroll: true });
      void comeBack(how);
    } else if (!asked.current && accountId && manage) {
      asked.current = true;
      void look();
    }
  });
  useEffect(() => act(), [how, accountId]);
};
