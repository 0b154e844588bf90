/**
 * Two suites. `npm test` runs what a change needs, within five minutes on two cores; `npm run test:all` runs every test
 * at full count. A file that is named on the command line is always run at full count.
 */
export const EVERYTHING = process.env['TEST_SUITE'] !== 'change';

/** Returns how often a test repeats something: `full` in `npm run test:all`, `few` in `npm test`. */
export const atFullCount = (full: number, few: number): number => (EVERYTHING ? full : few);

/** The tests of whole processes, or in a browser or happy-dom, that `npm test` runs too: one or two of each kind. */
export const IN_BOTH = [
  'test/dom/estimate-dialog.dom.test.ts',
  'test/browser/follow-up-dialog.browser.test.ts',
  'test/browser/widget-host.browser.test.ts',
  'bench/first-screen.process.test.ts',
  'bench/worker-sources.process.test.ts',
];

/** Long unit and integration tests that only `npm run test:all` runs, each with what it repeats or waits for. */
export const ONLY_IN_ALL: Record<string, string> = {
  'bench/agent/with-model.unit.test.ts': 'conversations with a model in every mode (`agent-model` in both)',
  'scripts/backup/backup.test.ts': 'backs up and restores whole clusters',
  'scripts/doctor/doctor.test.ts': 'plants every fault of an installation',
  'scripts/lint-walls.unit.test.ts': 'lints a sample of every forbidden import',
  'scripts/start/postgres.test.ts': 'kills and restarts a Postgres',
  'src/core/features/delivery/mail-chunks.test.ts': 'hundreds of emails, and workers that die',
  'src/core/features/delivery/providers/provider-down.test.ts':
    'outages, minute by minute (`provider-failures` in both)',
  'src/core/features/estimates/pdf/pdf-drawer.unit.test.ts': 'programs that break or hang (`estimate-pdf` in both)',
  'src/core/features/reports/reports.property.test.ts': 'recounts random years (`reports` in both)',
  'src/core/platform/inbound-mail/mail-reader.unit.test.ts': 'programs that break or hang (`read-mail` in both)',
  'src/server/fair-shares.test.ts': 'hundreds of connections beside a neighbor',
  'src/server/features/agent/agent-hostile.test.ts': 'many concurrent messages, and unusual text',
  'src/server/features/auth/codes.test.ts': 'guesses codes until each limit (`sign-up` in both)',
  'src/server/features/auth/enumeration.test.ts': 'compares the answers of every door',
  'src/server/features/auth/lock-out-by-mail.test.ts': 'guesses codes until each limit',
  'src/server/features/auth/lock-out.test.ts': 'guesses passwords until each limit',
  'src/server/features/auth/published-passwords.test.ts': 'starts the product several times',
  'src/server/features/billing/any-order.test.ts': 'Stripe’s events in every order (`apply-stripe-payment` in both)',
  'src/server/features/company/logo.test.ts': 'pictures of up to 2 MB (`draw-picture` in both)',
  'src/server/features/estimates/offer-surfaces.test.ts': 'a price on every surface (`money-surfaces` in both)',
  'src/server/features/inbox/forged-mail.test.ts': 'every way to forge an email (`inbound-mail` in both)',
  'src/server/features/inbox/hostile-mail.test.ts': 'emails of up to 20 MB',
  'src/server/features/opt-outs/opt-out-races.test.ts': 'messages and opt-outs at the same moment',
  'src/server/features/payments/many-tabs.test.ts': 'many payments at the same time',
  'src/server/features/payments/stage-messages-killed.test.ts': 'kills before every statement',
  'src/server/features/widget/widget-budgets.test.ts': 'requests until each limit',
  'src/server/features/widget/widget-guard.test.ts': 'hundreds of requests until each limit',
  'src/server/hostile-values.test.ts': 'every procedure with hostile values',
  'src/server/networks.test.ts': 'every door from two networks until its limit',
  'src/worker/worker.redis.test.ts': 'Redis that is emptied, moves or hangs (`worker` on Postgres in both)',
};

/** The files that a project runs, and those that it leaves out. */
interface Files {
  include: string[];
  exclude: string[];
}

/** Returns the unit or integration tests of this suite. */
export const longToo = ({ include, exclude }: Files): Files =>
  EVERYTHING ? { include, exclude } : { include, exclude: [...exclude, ...Object.keys(ONLY_IN_ALL)] };

/** Returns the tests of this suite among files whose names end in `kind`, such as '.browser.test.ts'. */
export const canariesOf = (kind: string, { include, exclude }: Files): Files =>
  EVERYTHING ? { include, exclude } : { include: IN_BOTH.filter((file) => file.endsWith(kind)), exclude };
