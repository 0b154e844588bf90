import { z } from 'zod';
import { listUsers } from '#core/features/admin/list-users.ts';
import { endUserSessions, setRole } from '#core/features/admin/set-role.ts';
import {
  adminListInput,
  adminUserInput,
  adminUsersView,
  endedSessionsView,
  setRoleInput,
} from '#shared/features/admin/admin.schema.ts';
import { adminProcedure, router } from '../../trpc/procedures.ts';
import { actorOf } from './actor.ts';

export const adminUsersRouter = router({
  list: adminProcedure
    .input(adminListInput)
    .output(adminUsersView)
    .query(({ ctx, input }) => listUsers(ctx.deps, input)),

  setRole: adminProcedure
    .input(setRoleInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await setRole(ctx.deps, actorOf(ctx), input);
      return null;
    }),

  endSessions: adminProcedure
    .input(adminUserInput)
    .output(endedSessionsView)
    .mutation(async ({ ctx, input }) => ({ ended: await endUserSessions(ctx.deps, actorOf(ctx), input.userId) })),
});
