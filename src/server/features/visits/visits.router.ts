import { z } from 'zod';
import { bookVisit } from '#core/features/visits/book-visit.ts';
import { cancelVisit, moveVisit, setVisitOutcome } from '#core/features/visits/change-visit.ts';
import { listVisitSlots } from '#core/features/visits/list-slots.ts';
import { listVisits, listVisitsOfLead, readVisitCalendar } from '#core/features/visits/list-visits.ts';
import { getBusyCalendar, setBusyAddress } from '#core/features/visits/busy/busy-calendars.ts';
import { getVisitFeed, revokeVisitFeed } from '#core/features/visits/visit-feeds.ts';
import { getVisitSettings, updateVisitSettings } from '#core/features/visits/visit-settings.ts';
import {
  busyAddressInput,
  busyAddressView,
  busyCalendarView,
  visitBookInput,
  visitFeedView,
  visitByLeadInput,
  visitCalendarView,
  visitCancelInput,
  visitListInput,
  visitMoveInput,
  visitOutcomeInput,
  visitSettingsInput,
  visitSettingsUpdateInput,
  visitSettingsView,
  visitSlotsInput,
  visitSlotView,
  visitView,
} from '#shared/features/visits/visits.schema.ts';
import { leadProcedure, managerProcedure, memberProcedure, router } from '../../trpc/procedures.ts';

/** Procedures for visits: their settings, free times, and the visits themselves. Homeowners use `visit.route.ts`. */
export const visitsRouter = router({
  settings: memberProcedure
    .input(visitSettingsInput)
    .output(visitSettingsView)
    .query(({ ctx, input }) => getVisitSettings(ctx.deps, { companyId: ctx.companyId, userId: input?.userId })),

  updateSettings: managerProcedure
    .input(visitSettingsUpdateInput)
    .output(visitSettingsView)
    .mutation(({ ctx, input }) => updateVisitSettings(ctx.deps, ctx.companyId, input)),

  slots: memberProcedure
    .input(visitSlotsInput)
    .output(z.array(visitSlotView))
    .query(({ ctx, input }) => listVisitSlots(ctx.deps, { companyId: ctx.companyId, ...input })),

  list: memberProcedure
    .input(visitListInput)
    .output(z.array(visitView))
    .query(({ ctx, input }) => listVisits(ctx.deps, { companyId: ctx.companyId, ...input })),

  /** What the calendar of these days shows, of all members or one. */
  calendar: memberProcedure
    .input(visitListInput)
    .output(visitCalendarView)
    .query(({ ctx, input }) => readVisitCalendar(ctx.deps, { companyId: ctx.companyId, ...input })),

  forLead: memberProcedure
    .input(visitByLeadInput)
    .output(z.array(visitView))
    .query(({ ctx, input }) => listVisitsOfLead(ctx.deps, { companyId: ctx.companyId, ...input })),

  book: leadProcedure
    .input(visitBookInput)
    .output(visitView)
    .mutation(({ ctx, input }) => bookVisit(ctx.deps, { companyId: ctx.companyId, ...input })),

  move: leadProcedure
    .input(visitMoveInput)
    .output(visitView)
    .mutation(({ ctx, input }) => moveVisit(ctx.deps, { companyId: ctx.companyId, ...input })),

  cancel: leadProcedure
    .input(visitCancelInput)
    .output(visitView)
    .mutation(({ ctx, input }) => cancelVisit(ctx.deps, { companyId: ctx.companyId, ...input })),

  feed: leadProcedure
    .output(visitFeedView)
    .query(({ ctx }) => getVisitFeed(ctx.deps, { companyId: ctx.companyId, userId: ctx.userId })),

  revokeFeed: leadProcedure.output(z.null()).mutation(async ({ ctx }) => {
    await revokeVisitFeed(ctx.deps, { companyId: ctx.companyId, userId: ctx.userId });
    return null;
  }),

  busyCalendar: leadProcedure
    .output(busyCalendarView)
    .query(({ ctx }) => getBusyCalendar(ctx.deps, { companyId: ctx.companyId, userId: ctx.userId })),

  /** Sets the member's own calendar, whose busy times block visits, and reads it. */
  setBusyAddress: leadProcedure
    .input(busyAddressInput)
    .output(busyAddressView)
    .mutation(({ ctx, input }) =>
      setBusyAddress(ctx.deps, { companyId: ctx.companyId, userId: ctx.userId, url: input.url }),
    ),

  setOutcome: leadProcedure
    .input(visitOutcomeInput)
    .output(visitView)
    .mutation(({ ctx, input }) => setVisitOutcome(ctx.deps, { companyId: ctx.companyId, ...input })),
});
