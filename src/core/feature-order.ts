/**
 * The features of the core in their order: each imports only those before it, types too, so that there is no circle.
 * From this list `npm run lint-rules` writes the rules of the linter, and a test reads the imports. A feature that is
 * not here is refused by both.
 */
export const FEATURE_ORDER = [
  // a lead's row: its lock and its one writer, for most features write what they know of a lead
  'lead-rows',
  // what happened to a lead
  'timeline',
  // what leaves because of a fact: kinds of messages, and how their mails look
  'outbox',
  // news for the devices of a company's people
  'push',
  // what may be sent to whom
  'permission',
  // plans, quota and credits
  'billing',
  // what a company has proven, and how much that lets it send
  'trust',
  // who we work for, who signs in, and their prices
  'company',
  'auth',
  'pricing',
  // what a website shows of a company
  'widget',
  // what ends follow-ups
  'schedules',
  'leads',
  // a version: its document, link, mails and PDF
  'estimates',
  'follow-ups',
  // what was paid and what is due
  'balances',
  'reminders',
  'payments',
  // what Stripe tells, of billing and payments
  'stripe-events',
  // an estimate from its sending to its answer
  'agreements',
  // what a wish to get no more, and a mail that comes back, do
  'opt-outs',
  // the sending engine; it knows no kind of message
  'delivery',
  // the thread with a lead, and what is typed into it
  'conversations',
  // what comes in by text and email, and news of what went out
  'inbox',
  'crm',
  'feedback',
  'admin',
] as const;
