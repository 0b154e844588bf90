import { initTRPC, tracked, type TrackedEnvelope } from '@trpc/server';
import { z } from 'zod';
import { refusalFor } from '#shared/features/team/role.words.ts';
import { type Permission, roleMay, rolesWith, type TeamRole } from '#shared/features/team/roles.rules.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { type Language, readLanguage } from '#shared/primitives/language.ts';
import { AppError, ERROR_STATUS } from '#shared/primitives/app-error.ts';
import { sayIn } from '../http/errors-in-spanish.ts';
import type { StreamEnd } from '#core/features/auth/streams.ts';
import { asViewer } from '../as-viewer.ts';
import type { Context } from './context.ts';
import { sayTrpcError } from './error-mapping.ts';

/** Who can call a procedure: anyone, a signed-in user, a platform admin, or a company's members with these roles. */
export type Access = 'anyone' | 'signed-in' | 'admin' | readonly TeamRole[];

const t = initTRPC
  .context<Context>()
  .meta<{ access: Access }>()
  .create({
    isDev: false,
    sse: { ping: { enabled: true, intervalMs: 20 * SECOND }, client: { reconnectAfterInactivityMs: 50 * SECOND } },
    errorFormatter({ shape, error, path, input }) {
      const { code, message, fields, nextStep, missing } = sayIn(spokenTo(path, input), sayTrpcError(error));
      const data = {
        code,
        httpStatus: ERROR_STATUS[code],
        ...(fields && { fields }),
        ...(nextStep && { nextStep }),
        ...(missing && { missing }),
      };
      return { code: shape.code, message, data };
    },
  });

/** Returns the language of a homeowner's form. Returns undefined for other calls. */
function spokenTo(path: string | undefined, input: unknown): Language | undefined {
  if (!path?.startsWith('estimatePage.') || typeof input !== 'object' || input === null) return undefined;
  return 'language' in input ? readLanguage(input.language) : undefined;
}

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

// Each kind of procedure below defines who can call it. Every procedure is one of these kinds (`access.test.ts`).

/**
 * Allows anyone, signed in or not. Every procedure declares an output schema, which filters the database rows that are
 * sent.
 */
export const publicProcedure = t.procedure.meta({ access: 'anyone' });

/**
 * Requires a signed-in user and adds `viewer` and `userId`. Throws UNAUTHENTICATED if nobody is signed in. The
 * procedure's database connections count toward the user's company, with separate limits for queries and mutations. Its
 * transactions have the member's permissions.
 */
export const signedInProcedure = t.procedure.meta({ access: 'signed-in' }).use(async ({ ctx, next, type }) => {
  const viewer = await ctx.viewer();
  if (!viewer) throw new AppError('Please sign in', 'UNAUTHENTICATED');
  return asViewer(viewer, type === 'mutation' ? 'write' : 'read', () =>
    next({ ctx: { viewer, userId: viewer.userId } }),
  );
});

/** Requires a platform admin. Throws FORBIDDEN for anyone else. */
export const adminProcedure = signedInProcedure.meta({ access: 'admin' }).use(({ ctx, next }) => {
  if (!ctx.viewer.roles.includes('admin')) throw new AppError('Only admins can do this', 'FORBIDDEN');
  return next();
});

/**
 * Requires a member whose role has the permission (`roles.rules.ts`). Adds the member's `role` and `companyId`. All reads and writes are limited
 * to that company. Throws FORBIDDEN if the member has another role (docs/security.md, 'Data access'), if the user has
 * no company, or if the user has switched companies in another window.
 */
const procedureFor = (permission: Permission) =>
  signedInProcedure.meta({ access: rolesWith(permission) }).use(({ ctx, next }) => {
    const { company } = ctx.viewer;
    if (!company) throw new AppError('Your account has no company', 'FORBIDDEN');
    if (ctx.shownCompanyId !== undefined && ctx.shownCompanyId !== company.id)
      throw new AppError('Your account has switched to another company. Refresh the page', 'FORBIDDEN');
    if (!roleMay(company.role, permission)) throw new AppError(refusalFor(company.role), 'FORBIDDEN');
    return next({ ctx: { companyId: company.id, role: company.role } });
  });

/** Allows every member. Intended for queries about leads and estimates, and for actions that affect only the member. */
export const memberProcedure = procedureFor('view');
/** Allows everyone except members with the sales role. Intended for queries about settings, payments and the team. */
export const officeQuery = procedureFor('office');
/**
 * Allows everyone except viewers. Intended for work on leads. Row-level security limits members with the sales role to
 * their own leads.
 */
export const leadProcedure = procedureFor('work');
/** Allows owners and managers. Intended for settings, import, export and the team. */
export const managerProcedure = procedureFor('manage');
/** Allows owners. Intended for the plan and the payments account. */
export const ownerProcedure = procedureFor('own');

/**
 * The base for every subscription. Allows every member, and ends when the session ends. Adds `whileSignedIn`. The
 * stream is registered before its first event, so that it counts toward the limit and can be closed, regardless of its
 * request headers (`streams.ts`).
 */
export const liveProcedure = memberProcedure.use(async ({ ctx, next, signal }) => {
  const sessionId = await ctx.sessionId();
  if (sessionId === null) throw new AppError('Please sign in', 'UNAUTHENTICATED');
  const { userId, companyId } = ctx;
  const ended = await ctx.deps.streams.open({ sessionId, userId, companyId, ...ctx.connection });
  const until = signal ? AbortSignal.any([signal, ended]) : ended;

  /**
   * Yields the events of `source` until the session or the connection ends. Throws UNAUTHENTICATED if the session ends.
   */
  async function* whileSignedIn<Event>(
    source: (until: AbortSignal) => AsyncIterable<Event>,
  ): AsyncGenerator<Event, void> {
    yield* source(until);
    if ((ended.reason as StreamEnd | undefined) === 'signed-out')
      throw new AppError('You’re signed out. Please sign in', 'UNAUTHENTICATED');
  }
  return next({ ctx: { whileSignedIn } });
});

const isAsyncIterable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Returns the output schema for a subscription. Each event has an id (`tracked`) and is validated by `schema`. */
export const trackedStream = <T>(schema: z.ZodType<T>) =>
  z.custom<AsyncIterable<TrackedEnvelope<T>, void>>(isAsyncIterable).transform(async function* (events): AsyncGenerator<
    TrackedEnvelope<T>,
    void
  > {
    // the for-await loop also closes the source after an error or if the stream ends early
    for await (const [id, data] of events) yield tracked(id, schema.parse(data));
  });
