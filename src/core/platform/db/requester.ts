import { AsyncLocalStorage } from 'node:async_hooks';
import { type RawBuilder, sql } from 'kysely';
import type { TeamRole } from '#shared/features/team/roles.rules.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import type { Turn } from './fair-share.ts';

/** The signed-in person who makes the request, and the company they act for. */
interface Member {
  userId: UserId;
  name: string;
  companyId: CompanyId;
  role: TeamRole;
}

/** The requester of connections, and whether they already hold one. */
interface Requester extends Turn {
  inTransaction?: boolean;
  member?: Member | undefined;
}

const current = new AsyncLocalStorage<Requester>();

/** Work outside any request: startup, health checks. */
const PLATFORM: Requester = { owner: 'platform', lane: 'platform' };

/**
 * Runs `work` with its connections counted for this requester; omitted fields keep their values. Only the server sets
 * the requester: a worker takes connections as they come.
 */
export const asRequester = <T>(requester: Partial<Turn> & { member?: Member }, work: () => T): T =>
  current.run({ ...currentRequester(), ...requester }, work);

/** Like `asRequester` within a request. Outside of one it just runs `work`. */
export const asOwner = <T>(owner: string, work: () => T): T =>
  current.getStore() === undefined ? work() : asRequester({ owner }, work);

/**
 * Runs `work` while it holds a tenant connection. A request for another connection inside it throws, because it could
 * wait for itself.
 */
export const holding = <T>(work: () => T): T => {
  const requester = current.getStore();
  return requester === undefined ? work() : current.run({ ...requester, inTransaction: true }, work);
};

/** The requester to count the next connection for. Throws inside a tenant's transaction. */
export const nextTurn = (): Turn => {
  const requester = currentRequester();
  if (requester.inTransaction) throw new Error('A transaction asked for a second connection');
  return requester;
};

/** The current requester. */
export const currentRequester = (): Requester => current.getStore() ?? PLATFORM;

/** The member of this company whose request is being answered; undefined for homeowners, webhooks and workers. */
export const memberIn = (companyId: CompanyId | null): Member | undefined => {
  const { member } = currentRequester();
  return member?.companyId === companyId ? member : undefined;
};

/**
 * Limits the transaction to one company and, in the request of a member with the role sales, to that member's leads and
 * unassigned ones: `picket_sales` has the rights of `picket_app` under additional policies (migration 0086). It is a
 * single statement text, so it needs no round trip of its own.
 */
export const enterCompany = (companyId: CompanyId): RawBuilder<unknown> => {
  const member = memberIn(companyId);
  const company = sql`select set_config('app.company_id', ${sql.lit<string>(companyId)}, true)`;
  if (!member) return company;
  const user = sql`, set_config('app.user_id', ${sql.lit<string>(member.userId)}, true)`;
  return member.role === 'sales' ? sql`set local role picket_sales; ${company}${user}` : sql`${company}${user}`;
};
