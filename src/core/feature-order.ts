/**
 * Lists the core's features in order. Each feature imports only from earlier features, so there are no cycles. This
 * also applies to imported types. `npm run lint-rules` generates the lint rules from this list, and a test checks the
 * imports. Both reject a feature that isn't listed.
 */
export const FEATURE_ORDER = [
  // lead rows: their locks and every write to them, because most features write to leads
  'lead-rows',
  'timeline',
  // deals: their stages, their history, and their automatic updates from estimates
  'deals',
  // messages: their table, their kinds, their statuses and email layouts
  'messages',
  // push notifications to a company's members
  'push',
  // which messages may be sent to whom
  'permission',
  // plans, quotas and credits
  'billing',
  // a company's trust level and its sending limits
  'trust',
  // companies, their settings and their setup
  'company',
  'auth',
  // a company's members, their roles and invitations
  'team',
  'pricing',
  // the rules for counting a fence's materials
  'take-off',
  // a company's data for its widget
  'widget',
  // the events that stop follow-ups
  'schedules',
  'leads',
  // estimate versions: documents, links, emails and PDFs
  'estimates',
  'follow-ups',
  // amounts paid and due
  'balances',
  'reminders',
  // the stages of payment: setting them and asking for them
  'stages',
  'payments',
  // changes of signed estimates
  'changes',
  // visits to homeowners, and when members have time for them
  'visits',
  // Stripe events about billing and payments
  'stripe-events',
  // estimates, from sending to the homeowner's decision
  'agreements',
  // estimates that go out at once when a homeowner asks
  'instant',
  // what happens after opt-outs and bounces
  'opt-outs',
  // the delivery engine, which doesn't depend on message kinds
  'delivery',
  // conversations with leads, and messages that users type
  'conversations',
  // feedback sent to the platform, and the replies
  'feedback',
  // incoming texts and emails, and delivery reports
  'inbox',
  'crm',
  // figures about leads
  'reports',
  // automated conversations with homeowners
  'agent',
  // exporting and deleting a company's data, and its history
  'data-rights',
  // what to do today, from most of the features above
  'today',
  'admin',
] as const;
