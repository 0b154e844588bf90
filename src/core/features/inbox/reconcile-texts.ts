import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { DAY, HOUR, SECOND } from '#shared/primitives/durations.ts';
import type { Tally } from '../../platform/counters.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { errorForLog } from '../../platform/log-error.ts';
import type { TextGateway } from '../../platform/twilio.ts';
import { lastNight } from '../../platform/nightly-runs.ts';
import { IS_SENT_BY_US } from '../messages/move-message.ts';
import { knownTexts } from '../delivery/known-texts.ts';
import { finishNightlyRun, holdNightlyRun, takeNightlyRun } from '../../platform/nightly-runs.ts';
import type { ProviderGate } from '../delivery/providers/breaker.ts';
import { noteTextMissing, noteTextStatus } from './text-status.ts';

export type ReconcileDeps = SystemDeps &
  Pick<Deps, 'clock' | 'wakeUps' | 'logger'> & {
    texts: Pick<TextGateway, 'find' | 'fate'>;
    gate: Pick<ProviderGate, 'closedChannels'>;
    tally: Pick<Tally, 'add'>;
    stopping(): boolean;
  };

/** This job's name in `nightly_runs`. */
export const TEXTS_RUN = 'texts';
export const RECONCILED_TOTAL = 'picket_reconciled_texts_total';

/** The lease is extended after this many requests. */
const HOLD_EVERY = 50;
/** Maximum number of requests per night. Remaining texts are checked the next night. */
const MOST = 2_000;
/** After this many consecutive unanswered requests, Twilio is considered down. */
const SILENT = 3;
const APART = SECOND / 5;
/** Texts older than this aren't checked. */
const LOOK_BACK = 7 * DAY;
/** Minimum age at which a sent text is checked. Its status callback should have arrived by then. */
const SENT_FOR = DAY;
/** Minimum age at which an unknown text is checked. The worker may still resolve newer texts. */
const UNKNOWN_FOR = HOUR;

/**
 * The result of checking a text. delivered, failed: the final status of a text that was recorded as sent. found,
 * never_arrived: Twilio does or doesn't have a text whose outcome was unknown. open: Twilio doesn't have a final status
 * yet. unanswered: Twilio didn't answer.
 */
type Outcome = 'delivered' | 'failed' | 'found' | 'never_arrived' | 'open' | 'unanswered';
export type Reconciled = Record<Outcome | 'asked' | 'unknown_mails', number>;

/**
 * Runs nightly. Asks Twilio about recent texts that don't have a final status, and records the results. These are texts
 * that were sent more than a day ago and texts whose outcome is unknown. Statuses only move forward. Unknown texts are
 * checked first, because contractors are waiting for the result. Newer texts are checked before older ones. Unknown
 * emails are only counted, because a mail server can't be asked about them and a person must decide. Returns null if
 * another worker is running this job, if it already ran tonight, if the worker is stopping, or if Twilio is down. If
 * Twilio doesn't answer a request about one text, that text is skipped. If several requests in a row aren't answered,
 * the promise rejects and the run resumes five minutes later.
 */
export async function reconcileTexts(deps: ReconcileDeps): Promise<Reconciled | null> {
  const { system, clock, logger, tally } = deps;
  const run = { job: TEXTS_RUN, night: lastNight(clock.now()) };
  if ((await deps.gate.closedChannels()).includes('sms') || !(await takeNightlyRun(system, run))) return null;
  const result: Reconciled = {
    asked: 0,
    delivered: 0,
    failed: 0,
    found: 0,
    never_arrived: 0,
    open: 0,
    unanswered: 0,
    unknown_mails: await countUnknownMails(deps),
  };
  const open = await readOpen(deps);
  let silent = 0;
  for (const text of open) {
    if (deps.stopping()) return null;
    if (result.asked > 0 && result.asked % HOLD_EVERY === 0) await holdNightlyRun(system, run);
    const outcome = await reconcileText(deps, text).catch((error: unknown) => {
      silent += 1;
      if (silent === SILENT) throw error;
      logger.warn({ err: errorForLog(error), message: text.id }, "couldn't fetch the status of a text from Twilio");
      return 'unanswered' as const;
    });
    if (outcome !== 'unanswered') silent = 0;
    result[outcome] += 1;
    result.asked += 1;
    tally.add(RECONCILED_TOTAL, { outcome });
    await wait(APART);
  }
  await finishNightlyRun(system, { ...run, result, at: clock.now() });
  logger.info(result, 'asked Twilio about texts without a final status');
  return result;
}

interface OpenText {
  id: string;
  at: Date;
  provider_id: string | null;
  status: 'sent' | 'unknown';
  to_address: string;
  body: string;
}

/** Reads the texts to check. Uses the index `messages_undecided`. */
async function readOpen({ system, clock }: ReconcileDeps): Promise<OpenText[]> {
  const now = clock.now().getTime();
  const { rows } = await sql<OpenText>`
    select id, at, provider_id, status, to_address, body
    from messages
    where direction = 'out' and channel = 'sms' and status in ('sent', 'unknown')
      and at > ${new Date(now - LOOK_BACK)} and at <= ${new Date(now - UNKNOWN_FOR)}
      and company_id is not null
      and (status = 'unknown' or (provider_id is not null and at <= ${new Date(now - SENT_FOR)}))
    order by status = 'unknown' desc, at desc, id desc limit ${MOST}`.execute(system);
  return rows;
}

async function reconcileText(deps: ReconcileDeps, text: OpenText): Promise<Outcome> {
  if (text.status === 'sent' && text.provider_id !== null) return reconcileSent(deps, text, text.provider_id);
  const found = await deps.texts.find({
    to: text.to_address,
    body: text.body,
    since: text.at,
    known: await knownTexts(deps, text.to_address),
  });
  if (found === 'unknown') return 'open';
  if (found === null) return (await noteTextMissing(deps, text.id)) ? 'never_arrived' : 'open';
  const noted = await noteTextStatus(deps, { ...found, rowId: text.id });
  return noted ? 'found' : 'open';
}

async function reconcileSent(deps: ReconcileDeps, { id }: OpenText, sid: string): Promise<Outcome> {
  const fate = await deps.texts.fate(sid);
  if (fate === null || !FINAL.has(fate.status)) return 'open';
  await noteTextStatus(deps, { sid, ...fate, rowId: id });
  return DELIVERED.has(fate.status) ? 'delivered' : 'failed';
}

const DELIVERED = new Set(['delivered', 'read']);
const FINAL = new Set([...DELIVERED, 'undelivered', 'failed', 'canceled']);

async function countUnknownMails({ system }: ReconcileDeps): Promise<number> {
  const { rows } = await sql<{ mails: number }>`
    select count(*) as mails from messages
    where status in ('failed', 'unknown') and status = 'unknown' and channel = 'email' and ${IS_SENT_BY_US}`.execute(
    system,
  );
  return rows[0]?.mails ?? 0;
}
