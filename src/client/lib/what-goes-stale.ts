import type { Query, QueryClient } from '@tanstack/react-query';
import type { AppRouter } from '../../server/trpc/root.ts';
import { MAY_WAIT } from './trpc.ts';

/** What a change can be about. 'rights' is a new connection, or a new role or company of the user. */
type Subject = 'lead' | 'crm' | 'settings' | 'rights';

/** The paths of all queries, such as 'crm.deals.list'. */
type QueryPath<Routes = AppRouter['_def']['record'], Before extends string = ''> = {
  [Name in keyof Routes & string]: Routes[Name] extends { _def: { type: infer Type } }
    ? Type extends 'query'
      ? `${Before}${Name}`
      : never
    : QueryPath<Routes[Name], `${Before}${Name}.`>;
}[keyof Routes & string];

const LEAD = ['lead'] as const;
const SETTINGS = ['settings'] as const;
const BOTH = ['lead', 'settings'] as const;
const CRM = ['lead', 'crm'] as const;
const RIGHTS = ['rights'] as const;
/** Isn't refreshed while it's open: it never changes, or the user asks for it again. */
const NEVER = [] as const;

/**
 * The changes after which the answer to each query is out of date. A new query has to be added here: otherwise this
 * doesn't compile.
 */
const STALE_AFTER: Record<QueryPath, readonly Subject[]> = {
  'auth.session': RIGHTS,
  'auth.options': NEVER,
  'auth.account': NEVER,
  'auth.listSessions': NEVER,
  'team.list': RIGHTS,
  'subscription.check': LEAD,
  'billing.plans': NEVER,
  'billing.checkoutStatus': NEVER,
  'billing.status': LEAD,
  'company.get': SETTINGS,
  'company.checklist': BOTH,
  'company.exportStatus': NEVER,
  'company.auditLog': NEVER,
  'company.deletion': NEVER,
  'terms.get': SETTINGS,
  'pricing.get': SETTINGS,
  'pricing.exportBook': NEVER,
  'payments.status': LEAD,
  'payments.settings': SETTINGS,
  'payments.list': LEAD,
  'payments.owed': LEAD,
  'payments.forEstimate': LEAD,
  'today.get': BOTH,
  'leads.list': LEAD,
  'leads.get': LEAD,
  'leads.mailState': LEAD,
  'leads.timeline': LEAD,
  'leads.summary': LEAD,
  'leads.places': LEAD,
  'leads.erasure': LEAD,
  'leads.known': NEVER,
  'leads.duplicates': LEAD,
  'leads.exportCsv': NEVER,
  'estimates.preview': NEVER,
  'estimates.get': LEAD,
  'estimates.paymentPlan': LEAD,
  'estimates.listForLead': LEAD,
  'estimates.materials': BOTH,
  'estimates.priceForMargin': BOTH,
  'estimatePage.get': NEVER,
  'followUps.get': LEAD,
  'followUps.dates': NEVER,
  'messages.thread': LEAD,
  'messages.undecided': LEAD,
  'messages.whole': NEVER,
  'messages.ways': LEAD,
  'workflow.get': SETTINGS,
  'workflow.textHours': SETTINGS,
  'workflow.longestValues': SETTINGS,
  'workflow.offerQuestion': SETTINGS,
  'workflow.spanish': SETTINGS,
  'push.settings': NEVER,
  'reminders.settings': SETTINGS,
  'reminders.forLead': LEAD,
  'instant.settings': SETTINGS,
  'instant.missing': SETTINGS,
  'instant.preview': NEVER,
  'visits.settings': SETTINGS,
  'visits.slots': BOTH,
  'visits.list': BOTH,
  'visits.calendar': BOTH,
  'visits.forLead': LEAD,
  'visits.feed': NEVER,
  'visits.busyCalendar': NEVER,
  'changes.list': LEAD,
  'changes.preview': NEVER,
  'changes.start': NEVER,
  'takeOff.get': SETTINGS,
  'costs.get': SETTINGS,
  'costs.check': NEVER,
  'widget.settings': SETTINGS,
  'widget.config': SETTINGS,
  'widget.code': SETTINGS,
  'widget.generateCode': SETTINGS,
  'widget.funnel': SETTINGS,
  'crm.organizations.list': CRM,
  'crm.pipelines.list': CRM,
  'crm.deals.list': CRM,
  'crm.deals.history': CRM,
  'crm.rules.get': CRM,
  'analytics.today': NEVER,
  'analytics.overview': NEVER,
  'analytics.agent': NEVER,
  'analytics.offers': NEVER,
  'analytics.leads': NEVER,
  'analytics.sourceCosts': NEVER,
  'analytics.exportCsv': NEVER,
  'agent.settings': NEVER,
  'agent.facts.list': NEVER,
  'agent.unanswered': LEAD,
  'agent.conversation': LEAD,
  'agent.drafts': LEAD,
  'admin.overview': NEVER,
  'admin.figures': NEVER,
  'admin.agentCosts': NEVER,
  'admin.users.list': NEVER,
  'admin.companies.list': NEVER,
  'admin.companies.get': NEVER,
  'admin.messages.failures': NEVER,
  'admin.stripeEvents.failures': NEVER,
  'admin.feedback.list': NEVER,
  'admin.feedback.figures': NEVER,
  'admin.queue.health': NEVER,
  'admin.audit.list': NEVER,
};

/** What has changed: subjects, and the leads that 'lead' is about (null: possibly all). */
export interface Changed {
  subjects: ReadonlySet<Subject>;
  leads: ReadonlySet<string> | null;
}

const pathOf = ({ queryKey: [path] }: Query): string => (Array.isArray(path) ? path.join('.') : '');
const isKnown = (path: string): path is QueryPath => Object.hasOwn(STALE_AFTER, path);

/** Returns the lead that a query is about, if its input names one. */
function leadOf({ queryKey: [, about] }: Query): string | undefined {
  const { input } = (about ?? {}) as { input?: { leadId?: unknown } };
  return typeof input?.leadId === 'string' ? input.leadId : undefined;
}

function isStale(query: Query, { subjects, leads }: Changed): boolean {
  const path = pathOf(query);
  if (!isKnown(path)) return false;
  const lead = leadOf(query);
  const isAboutOthers = leads !== null && lead !== undefined && !leads.has(lead);
  return STALE_AFTER[path].some((subject) => subjects.has(subject) && !(subject === 'lead' && isAboutOthers));
}

/**
 * Refreshes everything that the change makes stale: at once what is on the screen, the rest when it's opened. Resolves
 * when the data is loaded, except for data that may wait for Stripe.
 */
export async function reloadStale(cache: QueryClient, changed: Changed): Promise<void> {
  // Invalidating a query doesn't restart its first load, and the response to that load may be older than the change.
  const begun = new Set(
    cache.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined }),
  );
  const waits = (query: Query) => MAY_WAIT.test(pathOf(query));
  void cache.invalidateQueries({ predicate: (query) => isStale(query, changed) && waits(query) });
  await cache.invalidateQueries({ predicate: (query) => isStale(query, changed) && !waits(query) });
  if (begun.size > 0)
    await cache.invalidateQueries({ predicate: (query) => begun.has(query) && isStale(query, changed) });
}

/** Refreshes everything about one lead. */
export const reloadLead = (cache: QueryClient, leadId: string): Promise<void> =>
  reloadStale(cache, { subjects: new Set(['lead']), leads: new Set([leadId]) });
