/**
 * The core's features in order: each imports only earlier ones, including types, so there are no cycles. `npm run
 * lint-rules` generates the lint rules from this list, and a test checks the imports. Both refuse a feature that isn't
 * listed.
 */
export const FEATURE_ORDER = [
  // a lead's row: its lock and its one writer, for most features write what they know of a lead
  'lead-rows',
  // what happened to a lead
  'timeline',
  // messages caused by events: their kinds, and how their emails look
  'outbox',
  // notifications for the devices of a company's people
  'push',
  // what can be sent to whom
  'permission',
  // plans, quota and credits
  'billing',
  // a company's trust level, and how much it can send
  'trust',
  // our customers, their accounts and their prices
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
  // the sending engine; it doesn't know the message kinds
  'delivery',
  // the conversation with a lead, and typed messages
  'conversations',
  // incoming texts and emails, and delivery reports
  'inbox',
  'crm',
  // the figures of a company's leads
  'reports',
  'feedback',
  'admin',
] as const;
