/**
 * The files that may cross tenants: those that import `src/core/platform/db/system.ts` or take `system` from a
 * parameter, in groups with a reason each. The linter forbids the import in all other files.
 * `lint-crossing.unit.test.ts` finds files that cross tenants without being listed, and listed files that don't.
 */

/** The roles' own module; limits and totals count across all companies, and a nightly run is the platform's. */
export const CROSSING_PLATFORM = ['db/**', 'rate-limit.ts', 'counters.ts', 'nightly-runs.ts'].map(
  (file) => `src/core/platform/${file}`,
);

/** By feature, the files in its folder. */
export const CROSSING_FEATURES: Readonly<Record<string, readonly string[]>> = {
  // Before sign-in, neither the user nor the company is known.
  auth: ['*.ts'],
  // Members and invitations connect accounts with companies.
  team: ['*.ts'],
  // A contractor id is unique across all companies; a new company has no transaction of its own yet; its owner's
  // address belongs to the account; a logo is served to anyone who has its unguessable name.
  company: ['contractor-ids.ts', 'create-company.ts', 'change-email.ts', 'logo.ts'],
  // Row-level security prevents the use of trigram indexes (docs/decisions.md).
  leads: ['search-leads.ts'],
  // Finds the company to which an id, a link or an address belongs.
  widget: ['find-contractor.ts', 'public-offers.ts', 'forget-tickets.ts'],
  estimates: ['estimate-links.ts'],
  agreements: ['open-estimate.ts', 'answer-estimate.ts'],
  'opt-outs': ['unsubscribe.ts'],
  // Reports from Twilio and email services name no company of ours; nightly runs check everyone's texts.
  inbox: [
    'receive-text.ts',
    'handle-reply.ts',
    'text-status.ts',
    'mail-lane.ts',
    'receive-mail.ts',
    'own-mail.ts',
    'returned-mail.ts',
    'reconcile-texts.ts',
    'take-missed-texts.ts',
  ],
  // A START cancels the effect of a STOP to the shared number for every company.
  permission: ['opt-out.repository.ts'],
  // Stripe's events name no company of ours; the sweeps find the companies for which to ask Stripe.
  'stripe-events': ['receive-event.ts', 'process-events.ts'],
  billing: [
    'apply-stripe-truth.ts',
    'apply-stripe-plan.ts',
    'apply-stripe-checkout.ts',
    'free-access.ts',
    'reconcile.ts',
  ],
  payments: ['apply-stripe-account.ts', 'apply-stripe-payment.ts', 'record-payment.ts', 'reconcile-payments.ts'],
  // A provider's state and a worker's heartbeat concern everyone, figures count all companies, and the platform's own
  // emails belong to none.
  delivery: [
    'heartbeat.ts',
    'figures.ts',
    'known-texts.ts',
    'providers/breaker.ts',
    'delivery.ts',
    'delivery-counters.ts',
    'drain-platform.ts',
  ],
  // A nightly run deletes rows that no budget counts any longer.
  trust: ['forget-spends.ts'],
  // Anyone can send feedback, and the Admin Panel is the platform's.
  feedback: ['*.ts'],
  admin: ['*.ts'],
};

/** The startup code opens the pools and checks that both work. */
export const CROSSING_SERVER = ['databases.ts', 'server-deps.ts', 'start.ts', 'http/health.ts', 'http/metrics.ts'].map(
  (file) => `src/server/${file}`,
);

/** The startup code opens the pools, and sweeps find the companies with due work. */
export const CROSSING_WORKER = [
  'start.ts',
  'features/billing/start-billing.ts',
  'features/delivery/due.sweep.ts',
  'upkeep.sweep.ts',
  'features/agent/replies.sweep.ts',
  'features/push/push.sweep.ts',
  'features/reports/fold.sweep.ts',
  'features/reports/weekly.sweep.ts',
].map((file) => `src/worker/${file}`);

/** The complete list, as paths and globs from the root. */
export const crossingFiles = (): string[] => [
  ...CROSSING_PLATFORM,
  ...Object.entries(CROSSING_FEATURES).flatMap(([feature, files]) =>
    files.map((file) => `src/core/features/${feature}/${file}`),
  ),
  ...CROSSING_SERVER,
  ...CROSSING_WORKER,
];
