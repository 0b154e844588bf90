import { sql, type SqlBool } from 'kysely';
import { KEPT, type Retention, STRIPE_EVENT_DAYS } from '#shared/features/data-rights/retention.rules.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { SystemDeps, SystemTx } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { finishNightlyRun, lastNight, takeNightlyRun } from '../../platform/nightly-runs.ts';
import { forgettingConsents } from '../permission/consents.ts';
import { ERASED_NAME } from '../lead-rows/write-leads.ts';

const YEAR = 365.25 * DAY;
/** A deleted company's opt-outs can't be needed longer than consents. */
const YEARS_AFTER_DELETION = KEPT.consents.years;

/**
 * Runs nightly. Of erased homeowners, deletes what the law no longer requires us to keep (`retention.rules.ts`). Sums and
 * dates stay. Also empties Stripe's old events. Returns the number of changed rows. Returns null if this job already ran
 * tonight or if another worker is running it.
 */
export async function forgetKept({ system, clock }: SystemDeps & Pick<Deps, 'clock'>): Promise<number | null> {
  const at = clock.now();
  const run = { job: 'retention', night: lastNight(at) };
  if (!(await takeNightlyRun(system, run))) return null;
  const forgotten = await system.transaction().execute((tx) => forgetIn(tx, at));
  await finishNightlyRun(system, { ...run, result: { forgotten }, at });
  return forgotten;
}

async function forgetIn(tx: SystemTx, at: Date): Promise<number> {
  const before = (years: number): Date => new Date(at.getTime() - years * YEAR);
  const ended = ({ years }: Retention): Date => before(years ?? Infinity);
  const isErased = sql<SqlBool>`lead_id in (select id from leads where erased_at is not null)`;
  const unsigned = sql`name = ${ERASED_NAME}, mark = '-', ip = '', user_agent = ''`;
  await sql`select set_config('app.forgetting', 'on', true)`.execute(tx);
  const statements = [
    forgettingConsents(ended(KEPT.consents), isErased),
    sql`delete from opt_outs where company_id in (select id from company_profiles
      where deleted_at < ${before(YEARS_AFTER_DELETION)})`,
    // A change's document names the signed estimate by its hash.
    sql`update change_signatures set ${unsigned}, document = estimate_hash,
        document_hash = encode(sha256(convert_to(estimate_hash, 'UTF8')), 'hex')
      where at < ${ended(KEPT.contracts)} and document <> estimate_hash
      and change_id in (select id from estimate_changes
        where estimate_id in (select id from estimates where ${isErased}))`,
    sql`update estimates set customer = jsonb_build_object('name', ${ERASED_NAME}::text, 'email', null, 'phone', null,
        'address', null, 'zip', customer -> 'zip'), notes = '', drawing = null
      where ${isErased} and id in (select estimate_id from estimate_acceptances
        where at < ${ended(KEPT.contracts)} and document <> '')`,
    sql`update estimate_acceptances set ${unsigned}, document = '', document_hash = encode(sha256(''), 'hex')
      where at < ${ended(KEPT.contracts)} and document <> '' and ${isErased}`,
    sql`update payments set receipt_url = null, reference = null where created_at < ${ended(KEPT.payments)}
      and num_nonnulls(receipt_url, reference) > 0 and ${isErased}`,
    sql`update stripe_events set payload = '{}' where payload <> '{}' and processed_at is not null
      and received_at < ${new Date(at.getTime() - STRIPE_EVENT_DAYS * DAY)}`,
  ];
  let forgotten = 0;
  for (const statement of statements) forgotten += Number((await statement.execute(tx)).numAffectedRows ?? 0);
  await sql`select set_config('app.forgetting', '', true)`.execute(tx);
  return forgotten;
}
