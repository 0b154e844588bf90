/**
 * The core's features in order: each imports only earlier ones, including types, so there are no cycles. `npm run
 * lint-rules` generates the lint rules from this list, and a test checks the imports. Both refuse a feature that isn't
 * listed.
 */
export const FEATURE_ORDER = [
  // the row of a lead: its locks and all writes to it, because most features record something on a lead
  'lead-rows',
  // the history of a lead
  'timeline',
  // deals: their places, their history, and how they follow estimates
  'deals',
  // messages caused by events: their kinds and the layout of their emails
  'outbox',
  // notifications for the devices of a company's people
  'push',
  // what can be sent to whom
  'permission',
  // plans, quota and credits
  'billing',
  // a company's trust level, and how much it can send
  'trust',
  // companies, their settings and their setup
  'company',
  'auth',
  // a company's members, their roles and invitations
  'team',
  'pricing',
  // what a website shows about a company
  'widget',
  // what ends follow-ups
  'schedules',
  'leads',
  // an estimate version: its document, link, emails and PDF
  'estimates',
  'follow-ups',
  // what was paid and what is due
  'balances',
  'reminders',
  'payments',
  // Stripe events, for billing and payments
  'stripe-events',
  // an estimate from its sending to its answer
  'agreements',
  // the effects of opt-outs and bounces
  'opt-outs',
  // the delivery engine; it doesn't depend on message kinds
  'delivery',
  // the conversation with a lead, and typed messages
  'conversations',
  // messages to the platform, and its answers
  'feedback',
  // incoming texts and emails, and delivery reports
  'inbox',
  'crm',
  // the figures of a company's leads
  'reports',
  // the automated conversation with a homeowner
  'agent',
  'admin',
] as const;
