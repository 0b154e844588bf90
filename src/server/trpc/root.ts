import { adminRouter } from '../features/admin/admin.router.ts';
import { agentRouter } from '../features/agent/agent.router.ts';
import { authRouter } from '../features/auth/auth.router.ts';
import { billingRouter, subscriptionRouter } from '../features/billing/billing.router.ts';
import { companyRouter, termsRouter } from '../features/company/company.router.ts';
import { crmRouter } from '../features/crm/crm.router.ts';
import { estimatePageRouter } from '../features/estimates/estimate-page.router.ts';
import { estimatesRouter } from '../features/estimates/estimates.router.ts';
import { feedbackRouter } from '../features/feedback/feedback.router.ts';
import { followUpsRouter, workflowRouter } from '../features/follow-ups/follow-ups.router.ts';
import { instantRouter } from '../features/instant/instant.router.ts';
import { leadsRouter } from '../features/leads/leads.router.ts';
import { conversationsRouter } from '../features/conversations/conversations.router.ts';
import { paymentsRouter } from '../features/payments/payments.router.ts';
import { pricingRouter } from '../features/pricing/pricing.router.ts';
import { pushRouter } from '../features/push/push.router.ts';
import { analyticsRouter } from '../features/reports/reports.router.ts';
import { remindersRouter } from '../features/reminders/reminders.router.ts';
import { costsRouter } from '../features/take-off/costs.router.ts';
import { takeOffRouter } from '../features/take-off/take-off.router.ts';
import { teamRouter } from '../features/team/team.router.ts';
import { changesRouter } from '../features/changes/changes.router.ts';
import { todayRouter } from '../features/today/today.router.ts';
import { visitsRouter } from '../features/visits/visits.router.ts';
import { widgetRouter } from '../features/widget/widget.router.ts';
import { createCallerFactory, router } from './procedures.ts';

export const appRouter = router({
  auth: authRouter,
  subscription: subscriptionRouter,
  billing: billingRouter,
  company: companyRouter,
  terms: termsRouter,
  pricing: pricingRouter,
  takeOff: takeOffRouter,
  costs: costsRouter,
  payments: paymentsRouter,
  instant: instantRouter,
  today: todayRouter,
  leads: leadsRouter,
  estimates: estimatesRouter,
  estimatePage: estimatePageRouter,
  followUps: followUpsRouter,
  messages: conversationsRouter,
  workflow: workflowRouter,
  push: pushRouter,
  reminders: remindersRouter,
  changes: changesRouter,
  visits: visitsRouter,
  team: teamRouter,
  widget: widgetRouter,
  crm: crmRouter,
  analytics: analyticsRouter,
  agent: agentRouter,
  feedback: feedbackRouter,
  admin: adminRouter,
});

export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
