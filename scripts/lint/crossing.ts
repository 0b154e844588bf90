/**
 * Who may cross tenants: the files that import `src/core/platform/db/system.ts` or take `system` out of what they are
 * handed, each group with its reason. The linter refuses the import to all others, and `lint-crossing.unit.test.ts`
 * finds whoever takes it without being here, and whoever is here and doesn't.
 */

/** The roles' own module; limits and totals count for everyone, and a nightly run is the platform's. */
export const CROSSING_PLATFORM = ['db/**', 'rate-limit.ts', 'counters.ts', 'nightly-runs.ts'].map(
  (file) => `src/core/platform/${file}`,
);

/** By feature, the files in its folder. */
export const CROSSING_FEATURES: Readonly<Record<string, readonly string[]>> = {
  // who signs in, and to which company, isn't known before
  auth: ['*.ts'],
  // a contractor id is unique among all companies; a new company has no transaction of its own yet; its owner's address
  // is the account's; whoever has a logo's name has seen it
  company: ['contractor-ids.ts', 'create-company.ts', 'change-email.ts', 'logo.ts'],
  // no trigram index is used under row-level security (docs/decisions.md)
  leads: ['search-leads.ts'],
  // which company an id, a link or an address belongs to
  widget: ['find-contractor.ts', 'public-offers.ts', 'forget-tickets.ts'],
  estimates: ['estimate-links.ts'],
  agreements: ['open-estimate.ts', 'answer-estimate.ts'],
  'opt-outs': ['unsubscribe.ts', 'page-company.ts'],
  // what Twilio and a mail service tell names no company of ours; nightly runs ask about everybody's texts
  inbox: [
    'receive-text.ts',
    'hear-reply.ts',
    'text-status.ts',
    'mail-lane.ts',
    'receive-mail.ts',
    'own-mail.ts',
    'returned-mail.ts',
    'reconcile-texts.ts',
    'take-missed-texts.ts',
  ],
  // a START lifts what a STOP to the shared number left, of whichever company
  permission: ['opt-out.repository.ts'],
  // what Stripe tells names no company of ours; the sweeps look for whom to ask Stripe about
  'stripe-events': ['receive-event.ts', 'process-events.ts'],
  billing: [
    'apply-stripe-truth.ts',
    'apply-stripe-plan.ts',
    'apply-stripe-checkout.ts',
    'free-access.ts',
    'reconcile.ts',
  ],
  payments: ['apply-stripe-account.ts', 'apply-stripe-payment.ts', 'record-payment.ts', 'reconcile-payments.ts'],
  // a provider's state and a worker's heartbeat are everyone's, figures count all, the platform's own emails are
  // nobody's
  delivery: [
    'heartbeat.ts',
    'figures.ts',
    'known-texts.ts',
    'providers/breaker.ts',
    'delivery.ts',
    'delivery-counters.ts',
    'drain-platform.ts',
  ],
  // a nightly run forgets what no budget counts any more
  trust: ['forget-spends.ts'],
  // feedback comes from whoever writes, and the Admin Panel is the platform's
  feedback: ['*.ts'],
  admin: ['*.ts'],
};

/** The start opens the pools, and whether both are well is asked of both. */
export const CROSSING_SERVER = ['databases.ts', 'server-deps.ts', 'start.ts', 'http/health.ts', 'http/metrics.ts'].map(
  (file) => `src/server/${file}`,
);

/** The start opens the pools, and sweeps look for who has something due. */
export const CROSSING_WORKER = [
  'start.ts',
  'features/billing/start-billing.ts',
  'features/delivery/due.sweep.ts',
  'upkeep.sweep.ts',
  'features/push/push.sweep.ts',
].map((file) => `src/worker/${file}`);

/** The whole list, as paths and globs from the root. */
export const crossingFiles = (): string[] => [
  ...CROSSING_PLATFORM,
  ...Object.entries(CROSSING_FEATURES).flatMap(([feature, files]) =>
    files.map((file) => `src/core/features/${feature}/${file}`),
  ),
  ...CROSSING_SERVER,
  ...CROSSING_WORKER,
];
