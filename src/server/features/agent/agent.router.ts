import { z } from 'zod';
import { getAgentSettings, updateAgentSettings } from '#core/features/agent/agent-settings.ts';
import { deleteFact, dismissUnanswered, listFacts, listUnanswered, saveFact } from '#core/features/agent/facts.ts';
import { discardDraft, listDrafts, sendDraft } from '#core/features/agent/replies/drafts.ts';
import { getConversation, giveBack, takeOver } from '#core/features/agent/lead-conversation.ts';
import {
  agentFact,
  agentFactByIdInput,
  agentFactInput,
  agentLeadInput,
  agentSettings,
  agentSettingsInput,
  leadConversation,
  unansweredByIdInput,
  discardDraftInput,
  draftsInput,
  draftView,
  sendDraftInput,
  unansweredView,
} from '#shared/features/agent/agent.schema.ts';
import { leadProcedure, managerProcedure, memberProcedure, officeQuery, router } from '../../trpc/procedures.ts';

const factsRouter = router({
  /** Returns the questions and answers that the company entered, oldest first. */
  list: officeQuery.output(z.array(agentFact)).query(({ ctx }) => listFacts(ctx.deps, ctx.companyId)),
  save: managerProcedure
    .input(agentFactInput)
    .output(agentFact)
    .mutation(({ ctx, input }) => saveFact(ctx.deps, ctx.companyId, input)),
  delete: managerProcedure
    .input(agentFactByIdInput)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteFact(ctx.deps, ctx.companyId, input.id)),
});

/** Procedures for the sales agent (docs/architecture.md, 'Sales agent'). */
export const agentRouter = router({
  settings: officeQuery.output(agentSettings).query(({ ctx }) => getAgentSettings(ctx.deps, ctx.companyId)),
  updateSettings: managerProcedure
    .input(agentSettingsInput)
    .output(agentSettings)
    .mutation(({ ctx, input }) => updateAgentSettings(ctx.deps, ctx.companyId, input)),
  facts: factsRouter,
  unanswered: officeQuery.output(z.array(unansweredView)).query(({ ctx }) => listUnanswered(ctx.deps, ctx.companyId)),
  /** Removes all questions with this wording from the list of unanswered questions. */
  dismissUnanswered: managerProcedure
    .input(unansweredByIdInput)
    .output(z.void())
    .mutation(({ ctx, input }) => dismissUnanswered(ctx.deps, ctx.companyId, input.id)),
  conversation: memberProcedure
    .input(agentLeadInput)
    .output(leadConversation)
    .query(({ ctx, input }) => getConversation(ctx.deps, ctx.companyId, input.leadId)),
  /**
   * Returns the agent's draft answers to texts and emails, newest first. The contractor hasn't sent or discarded these
   * drafts yet. With `leadId`, returns only that lead's drafts.
   */
  drafts: memberProcedure
    .input(draftsInput)
    .output(z.array(draftView))
    .query(({ ctx, input }) => listDrafts(ctx.deps, ctx.companyId, input)),
  sendDraft: leadProcedure
    .input(sendDraftInput)
    .output(z.void())
    .mutation(({ ctx, input }) =>
      sendDraft(
        ctx.deps,
        { companyId: ctx.companyId, userId: ctx.userId, isAdmin: ctx.viewer.roles.includes('admin') },
        input,
      ),
    ),
  discardDraft: leadProcedure
    .input(discardDraftInput)
    .output(z.void())
    .mutation(({ ctx, input }) => discardDraft(ctx.deps, ctx.companyId, input.id)),
  takeOver: leadProcedure
    .input(agentLeadInput)
    .output(z.void())
    .mutation(({ ctx, input }) => takeOver(ctx.deps, ctx.companyId, input.leadId)),
  giveBack: leadProcedure
    .input(agentLeadInput)
    .output(z.void())
    .mutation(({ ctx, input }) => giveBack(ctx.deps, ctx.companyId, input.leadId)),
});
