import { neutralBook } from '#shared/features/pricing/price-book.ts';
import { DEFAULT_TERMS } from '#shared/features/company/default-terms.ts';
import type { FollowUpView } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { DEFAULT_REMINDERS } from '#shared/features/reminders/reminder.rules.ts';
import { DEFAULT_MESSAGES, DEFAULT_OFFERS } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { TodayView } from '#shared/features/today/today.schema.ts';
import { DEFAULT_INSTANT_SETTINGS } from '#shared/features/instant/instant.schema.ts';
import { DEFAULT_VISIT_SETTINGS } from '#shared/features/visits/visits.schema.ts';

export const LEAD_ID = '0193a000-0000-7000-8000-0000000000d1';
export const VINYL = '0193a000-0000-7000-8000-000000000003';
export const WOOD = '0193a000-0000-7000-8000-000000000001';

export const marisol: LeadView = {
  id: LEAD_ID,
  name: 'Marisol Vega',
  email: 'marisol.vega@example.com',
  phone: '+12085550136',
  address: '2217 Sagebrush Ln, Boise, ID 83709',
  zip: '83709',
  perimeter: 184,
  gateCount: 1,
  materialId: VINYL,
  materialType: 'Vinyl',
  language: 'en',
  quoteCents: 354_208,
  offer: null,
  measured: null,
  drawing: null,
  notes: 'Old chain link on the north side comes out first.',
  source: 'widget',
  attribution: null,
  status: 'new',
  outcome: null,
  outcomeReason: null,
  awaitsAnswer: null,
  awaitsDecision: false,
  unread: 0,
  nextFollowUp: null,
  followUpStatus: 'none',
  estimateStatus: null,
  agreedCents: null,
  receivedCents: 0,
  refundedCents: 0,
  balanceCents: 0,
  owedCents: 0,
  paymentProblem: null,
  estimateSentAt: null,
  lastContactAt: null,
  createdAt: '2026-11-05T14:42:00Z',
  archivedAt: null,
  erasedAt: null,
  held: false,
  heldFor: [],
  spamAt: null,
  instant: false,
  instantReason: null,
  assignee: null,
  sms: { allowed: true, refusal: null, reason: null, consentAt: '2026-11-05T14:42:00Z' },
};

export const defaults: FollowUpView = {
  active: false,
  status: 'none',
  stopReason: null,
  activatedAt: null,
  channel: 'sms',
  steps: [1, 3, 7].map((day, index) => ({
    day,
    message: DEFAULT_MESSAGES[index] ?? '',
    offer: DEFAULT_OFFERS[index] ?? null,
    dueAt: null,
    messages: [],
  })),
};

interface Failure {
  message: string;
  code: string;
  fields?: Record<string, string>;
  nextStep?: string;
}
export const failing = (failure: Failure) => ({ failure });
type Handler = (input: Record<string, unknown>) => unknown;

/** The responses that the dashboard gets. A test can change them while it runs. */
export interface FakeDashboard {
  answers: Record<string, Handler>;
  /** Every mutation that was received, in order. */
  sent: { path: string; input: Record<string, unknown> }[];
  /** The number of open connections for live updates. */
  listening: number;
  /** Notifies open dashboards that a lead has changed. */
  tell(leadId: string): void;
}

const DUE: Record<number, string> = { 1: '2026-11-06T17:00:00Z', 3: '2026-11-08T19:00:00Z', 7: '2026-11-12T17:00:00Z' };
const MOVED = 'Moved from 10:00 AM: no texts before noon on Sundays.';
const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-05T17:00:00Z');

const session = {
  user: { id: 'u', email: 'dale@acme.test', name: 'Dale Kerr', avatarUrl: null, roles: ['contractor'] },
  company: { id: 'c', name: 'Acme Fence', contractorId: 'acme-fence', timeZone: 'America/Boise' },
};
export const company = {
  name: 'Acme Fence',
  email: 'dale@acme.test',
  emailConfirmed: true,
  pendingEmail: null,
  phone: '+12085550100',
  address: 'Boise, ID',
  postalAddress: '702 W Idaho St, Boise, ID 83702',
  timeZone: 'America/Boise',
  contractorId: 'acme-fence',
  logoUrl: null,
  smsRegistration: 'approved',
  serviceZips: [],
  hours: '',
};
export const pricing = {
  basePriceCents: 762,
  gatePriceCents: 30_000,
  materials: [
    { id: WOOD, name: '6ft Wood Picket', premiumCents: 0, description: '', basic: true, system: 'wood_privacy' },
    { id: VINYL, name: 'Vinyl', premiumCents: 1_000, description: '', basic: false, system: 'vinyl_panel_8' },
  ],
  book: { ...neutralBook(30_000), version: 1 },
};
/** The answer of `today.get` if there's nothing to do. */
export const nothingToday: TodayView = {
  visits: [],
  decisions: { count: 0, first: null },
  answers: { count: 0, first: null },
  unread: { count: 0, messages: 0, first: null },
  review: 0,
  calls: { count: 0, first: [] },
  estimates: { count: 0, first: null },
  money: { count: 0, cents: 0, first: null },
};
const statuses = Object.fromEntries(
  ['new', 'contacted', 'estimate_sent', 'paid'].map((status) => [status, { count: 1, cents: 354_208 }]),
);

export const usualAnswers = (): Record<string, Handler> => ({
  'auth.session': () => session,
  'subscription.check': () => ({
    subscribed: true,
    subscriptionTier: 'pro',
    subscriptionEnd: '2026-12-01T00:00:00Z',
    quotesRemaining: 462,
    isFreeAccess: false,
  }),
  'company.get': () => company,
  'company.checklist': () => ({
    open: false,
    prices: true,
    priceChoice: true,
    company: true,
    missing: [],
    payments: true,
    widget: true,
  }),
  'terms.get': () => ({ text: DEFAULT_TERMS }),
  'pricing.get': () => pricing,
  'leads.list': () => ({ items: [marisol], nextCursor: null }),
  'leads.summary': () => ({
    statuses,
    total: 4,
    owed: { count: 0, cents: 0 },
    awaiting: { count: 0, newest: null },
    unread: { leads: 0, messages: 0 },
    review: 0,
  }),
  'today.get': () => nothingToday,
  'leads.get': ({ leadId }) => ({ ...marisol, id: leadId }),
  'leads.timeline': () => ({ items: [], nextCursor: null }),
  'estimates.listForLead': () => [],
  'estimates.preview': () => ({
    number: 'PREVIEW',
    subtotalCents: 354_208,
    discountCents: 0,
    offer: null,
    leadOffers: [],
    offersFrom: '2026-11-05',
    options: [],
    totalCents: 354_208,
    depositCents: 177_104,
    depositTerms: { rule: { kind: 'percent', percent: 50 }, cap: null, offerFull: true },
    lines: [],
    materialType: 'Vinyl',
    perimeter: 184,
    gateCount: 1,
    notes: '',
    date: '2026-11-05',
    validUntil: '2026-12-05',
  }),
  'estimates.send': () => ({
    estimateId: LEAD_ID,
    number: 'EST-0193A0-2186',
    url: 'http://x/',
    totalCents: 354_208,
    textAt: null,
  }),
  'followUps.get': () => defaults,
  'followUps.dates': ({ days }) => ({
    timeZone: 'America/Boise',
    zoneLabel: 'Mountain time',
    dates: (days as number[]).map((day) => ({
      day,
      dueAt: DUE[day] ?? new Date(START + day * DAY_MS).toISOString(),
      moved: day === 3 ? MOVED : null,
    })),
  }),
  'followUps.save': () => ({ ...defaults, active: true, status: 'active' }),
  'workflow.offerQuestion': () => ({ asks: false, offer: null }),
  'workflow.get': () => ({
    offers: [null, null, { percent: 10, days: 7 }],
    channel: 'sms',
    cadence: [1, 3, 7],
    messages: [...DEFAULT_MESSAGES],
    sendTime: '10:00',
    sendFrom: '10:00',
    sendUntil: '20:00',
  }),
  'workflow.textHours': () => ({
    stateName: 'Idaho',
    weekday: { from: 600, to: 1_200 },
    saturday: { from: 600, to: 1_200 },
    sunday: { from: 720, to: 1_200 },
    closedOnHolidays: false,
  }),
  'workflow.longestValues': () => ({ name: null, address: null, totalFeet: null, estimateCents: null }),
  'agent.conversation': () => ({ lines: [], takenOver: false, handover: null }),
  'agent.drafts': () => [],
  'messages.ways': () => ({
    sms: { allowed: true, refusal: null, reason: null, opensAt: null, why: null, first: true },
    email: { allowed: true, reason: null, subject: 'Your fence' },
    companyName: 'Acme Fence',
    zone: 'America/Boise',
  }),
  'workflow.update': (input) => input,
  'reminders.settings': () => DEFAULT_REMINDERS,
  'agent.settings': () => ({
    widget: true,
    estimatePage: true,
    sms: 'draft',
    email: 'off',
    hours: 'always',
    openHours: [],
    tone: '',
    forbiddenTopics: '',
    monthlyBudgetCents: 2_000,
  }),
  'agent.facts.list': () => [],
  'agent.unanswered': () => [],
  'leads.known': () => ({ items: [] }),
  'crm.organizations.list': () => [],
  'reminders.updateSettings': ({ rules, reviewUrl }) => ({ rules, reviewUrl }),
  'reminders.forLead': () => ({ items: [] }),
  'instant.settings': () => DEFAULT_INSTANT_SETTINGS,
  'instant.missing': () => [],
  'visits.settings': () => ({ ...DEFAULT_VISIT_SETTINGS, own: false }),
  'visits.list': () => [],
  'visits.calendar': () => ({ visits: [], busy: [], problems: [] }),
  'visits.forLead': () => [],
});

/** Answers one batch of calls in tRPC's format. Records mutations. */
export const answerBatch = (
  fake: FakeDashboard,
  {
    paths,
    inputs,
    isMutation,
  }: { paths: string[]; inputs: Record<string, Record<string, unknown>>; isMutation: boolean },
): unknown[] =>
  paths.map((path, index) => {
    const input = inputs[index] ?? {};
    if (isMutation) fake.sent.push({ path, input });
    return toResult(fake.answers[path]?.(input), path);
  });

const toResult = (said: unknown, path: string): unknown => {
  const failure =
    said === undefined
      ? { message: `${path} has no answer here`, code: 'UNKNOWN_ERROR' }
      : typeof said === 'object' && said !== null && 'failure' in said
        ? (said.failure as Failure)
        : undefined;
  if (!failure) return { result: { data: said } };
  const { message, ...data } = failure;
  return { error: { message, code: -32_600, data: { httpStatus: 400, ...data } } };
};
