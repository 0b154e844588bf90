/**
 * The files that may access all companies' data. They import `src/core/platform/db/system.ts` or take `system` from a
 * parameter. The comment on each group of files states why these files may do so. The linter forbids the import in all
 * other files. `lint-crossing.unit.test.ts` finds unlisted files that access other companies' data, and listed files
 * that don't.
 */

/**
 * The platform's files that may access all companies' data. `db` defines the database roles. Rate limits and counters
 * count across all companies. Nightly runs belong to the platform, not to a company.
 */
export const CROSSING_PLATFORM = ['db/**', 'rate-limit.ts', 'counters.ts', 'nightly-runs.ts'].map(
  (file) => `src/core/platform/${file}`,
);

/** The listed files by feature, relative to the feature's folder. */
export const CROSSING_FEATURES: Readonly<Record<string, readonly string[]>> = {
  // Before sign-in, neither the user nor the company is known.
  auth: ['*.ts'],
  // Members and invitations connect accounts to companies.
  team: ['*.ts'],
  // A contractor id must be unique across all companies. A new company doesn't have a tenant transaction yet. The
  // owner's email address belongs to the account. Anyone who has a logo's random name can load the logo.
  company: ['contractor-ids.ts', 'create-company.ts', 'change-email.ts', 'logo.ts'],
  // Row-level security prevents Postgres from using the trigram indexes (docs/decisions.md, 'Lead search finds ids as
  // the system role').
  leads: ['search-leads.ts'],
  // These files find the company that an id, a link or an email address belongs to.
  widget: ['find-contractor.ts', 'public-offers.ts', 'forget-tickets.ts'],
  estimates: ['estimate-links.ts'],
  visits: ['visit-links.ts', 'homeowner-visit.ts', 'visit-feeds.ts', 'busy/read-calendars.ts'],
  agreements: ['open-estimate.ts', 'answer-estimate.ts'],
  // The sweep finds requests of all companies that weren't decided.
  instant: ['settle-pending.ts'],
  'opt-outs': ['unsubscribe.ts'],
  // Reports from Twilio and email services don't say which company they're about, and nightly runs check the texts of
  // all companies.
  inbox: [
    'receive-text.ts',
    'handle-stop-or-reply.ts',
    'text-status.ts',
    'mail-lane.ts',
    'receive-mail.ts',
    'own-mail.ts',
    'returned-mail.ts',
    'reconcile-texts.ts',
    'take-missed-texts.ts',
  ],
  // A START to the shared number cancels a STOP for all companies.
  permission: ['opt-out.repository.ts'],
  // Stripe's events don't say which company they're about, and the sweeps find the companies to check with Stripe.
  'stripe-events': ['receive-event.ts', 'process-events.ts'],
  billing: [
    'apply-stripe-truth.ts',
    'apply-stripe-plan.ts',
    'apply-stripe-checkout.ts',
    'free-access.ts',
    'reconcile.ts',
  ],
  payments: ['apply-stripe-account.ts', 'apply-stripe-payment.ts', 'record-payment.ts', 'reconcile-payments.ts'],
  // Provider states and worker heartbeats apply to all companies. Figures cover all companies. The platform's own
  // emails don't belong to a company.
  delivery: [
    'heartbeat.ts',
    'figures.ts',
    'known-texts.ts',
    'providers/breaker.ts',
    'delivery.ts',
    'delivery-counters.ts',
    'sender-tx.ts',
  ],
  // A nightly run deletes expired budget rows.
  trust: ['forget-spends.ts'],
  // Anyone can send feedback, and the Admin Panel belongs to the platform.
  feedback: ['*.ts'],
  admin: ['*.ts'],
  // The worker makes the exports of all companies, and the audit log belongs to the platform.
  'data-rights': [
    'request-deletion.ts',
    'delete-company.ts',
    'forget-kept.ts',
    'company-export.ts',
    'erase-lead.ts',
    'make-export.ts',
    'export-claims.repository.ts',
    'history.ts',
  ],
};

/** The startup code opens the pools and checks that both work. */
export const CROSSING_SERVER = ['databases.ts', 'server-deps.ts', 'start.ts', 'http/health.ts', 'http/metrics.ts'].map(
  (file) => `src/server/${file}`,
);

/** The startup code opens the pools. The sweeps find companies with due work. */
export const CROSSING_WORKER = [
  'start.ts',
  'features/billing/start-billing.ts',
  'features/delivery/due.sweep.ts',
  'upkeep.sweep.ts',
  'features/agent/replies.sweep.ts',
  'features/push/push.sweep.ts',
  'features/reports/fold.sweep.ts',
  'features/reports/weekly.sweep.ts',
  'features/data-rights/exports.sweep.ts',
].map((file) => `src/worker/${file}`);

/** Returns the complete list as paths and globs from the root. */
export const crossingFiles = (): string[] => [
  ...CROSSING_PLATFORM,
  ...Object.entries(CROSSING_FEATURES).flatMap(([feature, files]) =>
    files.map((file) => `src/core/features/${feature}/${file}`),
  ),
  ...CROSSING_SERVER,
  ...CROSSING_WORKER,
];
