import { z } from 'zod';
import { forgetDevice, readPushSettings, subscribeDevice, updateDevice } from '#core/features/push/devices.ts';
import {
  pushDeviceId,
  pushSettingsView,
  pushSubscribeInput,
  pushUpdateInput,
} from '#shared/features/push/push.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { memberProcedure, router } from '../../trpc/procedures.ts';

const deviceProcedure = memberProcedure.use(async ({ ctx, next }) => {
  const sessionId = await ctx.sessionId();
  if (sessionId === null) throw new AppError('Please sign in', 'UNAUTHENTICATED');
  return next({ ctx: { owner: { companyId: ctx.companyId, userId: ctx.userId, sessionId } } });
});

/** Procedures for push notifications on the user's own devices. */
export const pushRouter = router({
  settings: deviceProcedure.output(pushSettingsView).query(({ ctx }) => readPushSettings(ctx.deps, ctx.owner)),

  subscribe: deviceProcedure
    .input(pushSubscribeInput)
    .output(z.object({ deviceId: z.string() }))
    .mutation(({ ctx, input }) => subscribeDevice(ctx.deps, ctx.owner, { input, userAgent: ctx.userAgent })),

  update: deviceProcedure
    .input(pushUpdateInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await updateDevice(ctx.deps, ctx.owner, input);
      return null;
    }),

  forget: deviceProcedure
    .input(pushDeviceId)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await forgetDevice(ctx.deps, ctx.owner, input.deviceId);
      return null;
    }),
});
