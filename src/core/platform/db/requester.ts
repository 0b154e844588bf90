import { AsyncLocalStorage } from 'node:async_hooks';
import type { Turn } from './fair-share.ts';

/** Who asks for connections, and whether they hold one already. */
interface Requester extends Turn {
  inTransaction?: boolean;
}

const current = new AsyncLocalStorage<Requester>();

/** Everything that belongs to no request: the start, health checks. */
const PLATFORM: Requester = { owner: 'platform', lane: 'platform' };

/**
 * Runs `work`, whose connections count for this requester; what is left out stays as it was. Only the server says who
 * asks: a worker takes its connections as they come.
 */
export const asRequester = <T>(requester: Partial<Turn>, work: () => T): T =>
  current.run({ ...currentRequester(), ...requester }, work);

/** The same where a request is under way, else just `work`. */
export const asOwner = <T>(owner: string, work: () => T): T =>
  current.getStore() === undefined ? work() : asRequester({ owner }, work);

/** Runs `work`, which holds a connection of a tenant: who asks for another inside it would wait for itself. */
export const holding = <T>(work: () => T): T => {
  const requester = current.getStore();
  return requester === undefined ? work() : current.run({ ...requester, inTransaction: true }, work);
};

/** Whom the connection counts for that is asked for now. Throws inside a tenant's transaction. */
export const nextTurn = (): Turn => {
  const requester = currentRequester();
  if (requester.inTransaction) throw new Error('A transaction asked for a second connection');
  return requester;
};

/** Who asks now. */
export const currentRequester = (): Requester => current.getStore() ?? PLATFORM;
