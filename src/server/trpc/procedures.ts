import { initTRPC } from '@trpc/server';
import { asRequester } from '#core/platform/db/requester.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { AppError, ERROR_STATUS } from '#shared/primitives/app-error.ts';
import type { Context } from './context.ts';
import { sayTrpcError } from './error-mapping.ts';

const t = initTRPC.context<Context>().create({
  isDev: false,
  sse: { ping: { enabled: true, intervalMs: 20 * SECOND }, client: { reconnectAfterInactivityMs: 50 * SECOND } },
  errorFormatter({ shape, error }) {
    const { code, message, fields, nextStep } = sayTrpcError(error);
    const data = { code, httpStatus: ERROR_STATUS[code], ...(fields && { fields }), ...(nextStep && { nextStep }) };
    return { code: shape.code, message, data };
  },
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Open to anyone. Every procedure declares an output schema, so that no row is sent unchecked. */
export const publicProcedure = t.procedure;

/**
 * Requires a signed-in user and adds `viewer` and `userId`; otherwise UNAUTHENTICATED. From here on, database work
 * counts toward the share of the viewer's company, with changes separate from queries.
 */
export const signedInProcedure = t.procedure.use(async ({ ctx, next, type }) => {
  const viewer = await ctx.viewer();
  if (!viewer) throw new AppError('Please sign in', 'UNAUTHENTICATED');
  const requester = {
    owner: viewer.company?.id ?? viewer.userId,
    lane: type === 'mutation' ? 'write' : 'read',
  } as const;
  return asRequester(requester, () => next({ ctx: { viewer, userId: viewer.userId } }));
});

/**
 * Requires a user with a company and adds `companyId`, the tenant of everything that the procedure reads and writes.
 * FORBIDDEN without a company.
 */
export const companyProcedure = signedInProcedure.use(({ ctx, next }) => {
  if (!ctx.viewer.company) throw new AppError('Your account has no company yet', 'FORBIDDEN');
  return next({ ctx: { companyId: ctx.viewer.company.id } });
});

/** Requires a platform admin; otherwise FORBIDDEN. */
export const adminProcedure = signedInProcedure.use(({ ctx, next }) => {
  if (!ctx.viewer.roles.includes('admin')) throw new AppError('This is for admins only', 'FORBIDDEN');
  return next();
});
