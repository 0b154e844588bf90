import { sql } from 'kysely';
import { ANSWER_WITHIN } from '#shared/features/inbox/reply.rules.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { Tally } from '../../platform/counters.ts';
import { isBadData } from '../../platform/db/unavailable.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { errorForLog } from '../../platform/log-error.ts';
import { isSharedSender, type ReceivedText, type TextGateway } from '../../platform/twilio.ts';
import { listTextMedia } from '../../platform/twilio-media.ts';
import { lastNight } from '../../platform/nightly-runs.ts';
import { finishNightlyRun, holdNightlyRun, takeNightlyRun } from '../../platform/nightly-runs.ts';
import type { ProviderGate } from '../delivery/providers/breaker.ts';
import { receiveText } from './receive-text.ts';
import { RECONCILED_TOTAL } from './reconcile-texts.ts';

export type MissedTextsDeps = SystemDeps &
  Pick<Deps, 'config' | 'clock' | 'wakeUps' | 'logger'> & {
    texts: Pick<TextGateway, 'received'>;
    gate: Pick<ProviderGate, 'closedChannels'>;
    tally: Pick<Tally, 'add'>;
    stopping(): boolean;
  };

/** This job's name in `nightly_runs`. */
const MISSED_RUN = 'missed-texts';
/** Two days, so that no texts are lost if one night is skipped. */
const LOOK_BACK = 2 * DAY;

/**
 * Runs nightly. Asks Twilio for all texts that our numbers received in the last two days, and processes the texts that
 * we don't have yet, oldest first. A STOP suppresses the phone number, even if it's late. Texts older than five minutes
 * aren't answered (C9, C10). Texts from the last five minutes are skipped, because Twilio may still deliver them and
 * report the answer that it sent (T5). Returns null if another worker is running this job, if it already ran tonight,
 * if the worker is stopping, or if Twilio is down. Rejects if Twilio or Postgres stops answering. The run then resumes
 * five minutes later. It uses the SIDs to skip texts that were already processed.
 */
export async function takeMissedTexts(deps: MissedTextsDeps): Promise<{ listed: number; taken: number } | null> {
  const { system, clock, logger, tally } = deps;
  const run = { job: MISSED_RUN, night: lastNight(clock.now()) };
  if ((await deps.gate.closedChannels()).includes('sms') || !(await takeNightlyRun(system, run))) return null;
  const onItsWay = new Date(clock.now().getTime() - ANSWER_WITHIN);
  const received = await deps.texts.received(new Date(clock.now().getTime() - LOOK_BACK));
  const listed = await onlyOurs(deps, received);
  const known = await knownSids(
    deps,
    listed.map(({ sid }) => sid),
  );
  const missed = listed.filter(({ sid, sentAt }) => !known.has(sid) && sentAt <= onItsWay);
  const result = { listed: listed.length, taken: 0 };
  for (const text of missed.toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime())) {
    if (deps.stopping()) return null;
    await holdNightlyRun(system, run);
    if (!(await take(deps, text))) continue;
    result.taken += 1;
    tally.add(RECONCILED_TOTAL, { outcome: 'came_in' });
  }
  await finishNightlyRun(system, { ...run, result, at: clock.now() });
  const say = result.taken > 0 ? ('warn' as const) : ('info' as const);
  logger[say](result, 'asked Twilio for inbound texts that were missed');
  return result;
}

/** Processes a missed text. Returns false if it can't be stored because its data is invalid. */
async function take(deps: MissedTextsDeps, text: ReceivedText): Promise<boolean> {
  const media = text.media === 0 ? [] : await listTextMedia(deps.config, text.sid);
  try {
    await receiveText(deps, { ...text, media: media.map(({ type }) => type), optOutType: null });
    return true;
  } catch (error) {
    if (!isBadData(error)) throw error;
    deps.logger.error({ err: errorForLog(error), sid: text.sid }, 'an inbound text can’t be stored');
    return false;
  }
}

/**
 * Removes texts that weren't sent to one of our numbers, because the Twilio account may also have numbers for other
 * products. A number is ours if it's a shared sender, if a company has it, or if the person was texted from it before.
 */
async function onlyOurs({ system, config }: MissedTextsDeps, texts: readonly ReceivedText[]): Promise<ReceivedText[]> {
  const own = await system
    .selectFrom('company_profiles')
    .select('sms_from')
    .where('sms_from', 'is not', null)
    .execute();
  const texted = await system
    .selectFrom('messages')
    .select(['from_address', 'to_address'])
    .distinct()
    .where('direction', '=', 'out')
    .where('channel', '=', 'sms')
    .where('at', 'is not', null)
    .where('to_address', '=', sql<string>`any(${texts.map(({ from }) => from)})`)
    .execute();
  const numbers = new Set(own.map(({ sms_from }) => sms_from));
  const pairs = new Set(texted.map((row) => `${row.from_address} ${row.to_address}`));
  return texts.filter(
    (text) => isSharedSender(config, text) || numbers.has(text.to) || pairs.has(`${text.to} ${text.from}`),
  );
}

async function knownSids({ system }: MissedTextsDeps, sids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await system
    .selectFrom('messages')
    .select('provider_id')
    .where('direction', '=', 'in')
    .where('provider_id', '=', sql<string>`any(${sids})`)
    .execute();
  return new Set(rows.flatMap(({ provider_id }) => provider_id ?? []));
}
