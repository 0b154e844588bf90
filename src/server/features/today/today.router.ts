import { readToday } from '#core/features/today/read-today.ts';
import { todayView } from '#shared/features/today/today.schema.ts';
import { memberProcedure, router } from '../../trpc/procedures.ts';

export const todayRouter = router({
  /** Returns what to do today. Members with the sales role get only what concerns their own and unassigned leads. */
  get: memberProcedure.output(todayView).query(({ ctx }) => readToday(ctx.deps, ctx.companyId)),
});
