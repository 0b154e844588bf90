import { AsyncLocalStorage } from 'node:async_hooks';
import { type RawBuilder, sql } from 'kysely';
import type { TeamRole } from '#shared/features/team/roles.rules.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import type { Turn } from './fair-share.ts';

/** The signed-in user making the request, and the company they act for. */
interface Member {
  userId: UserId;
  name: string;
  companyId: CompanyId;
  role: TeamRole;
}

/** The requester that new connections count toward. `inTransaction` is true while it uses a tenant's connection. */
interface Requester extends Turn {
  inTransaction?: boolean;
  member?: Member | undefined;
}

const current = new AsyncLocalStorage<Requester>();

/** For work outside any request, such as startup and health checks. */
const PLATFORM: Requester = { owner: 'platform', lane: 'platform' };

/**
 * Runs `work` and counts its connections for this requester. Omitted fields keep their values. Only the server calls
 * this. The worker's connections don't have per-owner limits.
 */
export const asRequester = <T>(requester: Partial<Turn> & { member?: Member }, work: () => T): T =>
  current.run({ ...currentRequester(), ...requester }, work);

/** Works like `asRequester` during a request. Outside a request, just runs `work`. */
export const asOwner = <T>(owner: string, work: () => T): T =>
  current.getStore() === undefined ? work() : asRequester({ owner }, work);

/**
 * Runs `work`, which uses a tenant's connection. Until `work` ends, requesting another connection throws, because
 * `work` could deadlock with itself.
 */
export const holding = <T>(work: () => T): T => {
  const requester = current.getStore();
  return requester === undefined ? work() : current.run({ ...requester, inTransaction: true }, work);
};

/** Returns the requester that the next connection counts toward. Throws inside a tenant's transaction. */
export const nextTurn = (): Turn => {
  const requester = currentRequester();
  if (requester.inTransaction) throw new Error('A transaction requested a second connection');
  return requester;
};

export const currentRequester = (): Requester => current.getStore() ?? PLATFORM;

/**
 * Returns the member of this company who is making the current request. Undefined for homeowners, webhooks and workers.
 */
export const memberIn = (companyId: CompanyId | null): Member | undefined => {
  const { member } = currentRequester();
  return member?.companyId === companyId ? member : undefined;
};

/**
 * Returns the SQL that limits the transaction to one company. If the current member has the sales role, it also limits
 * the transaction to that member's leads and unassigned leads. The role `picket_sales` has the rights of `picket_app`,
 * limited by additional policies. The SQL is a single string, so it can be sent together with other
 * statements.
 */
export const enterCompany = (companyId: CompanyId): RawBuilder<unknown> => {
  const member = memberIn(companyId);
  const company = sql`select set_config('app.company_id', ${sql.lit<string>(companyId)}, true)`;
  if (!member) return company;
  const user = sql`, set_config('app.user_id', ${sql.lit<string>(member.userId)}, true)`;
  return member.role === 'sales' ? sql`set local role picket_sales; ${company}${user}` : sql`${company}${user}`;
};
