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

/** The run's name in `nightly_runs`. */
const MISSED_RUN = 'missed-texts';
/** Two days, so that a missed night is made up. */
const LOOK_BACK = 2 * DAY;

/**
 * Nightly: asks Twilio for all texts of the last two days and processes those that never arrived, oldest first. A STOP
 * among them suppresses, and texts older than five minutes get no answer (C9, C10). Texts of the last five minutes are
 * left out, because Twilio may still deliver them with the answer that it sent itself (T5). Returns null if another
 * worker runs it, if it ran already, or if Twilio is down. Rejects if Twilio or Postgres stops answering. The run then
 * resumes five minutes later and recognizes processed texts by their SIDs.
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
  logger[say](result, 'asked Twilio for texts that came in and never reached us');
  return result;
}

/** Processes a missed text. False if it can never be stored. */
async function take(deps: MissedTextsDeps, text: ReceivedText): Promise<boolean> {
  const media = text.media === 0 ? [] : await listTextMedia(deps.config, text.sid);
  try {
    await receiveText(deps, { ...text, media: media.map(({ type }) => type), optOutType: null });
    return true;
  } catch (error) {
    if (!isBadData(error)) throw error;
    deps.logger.error({ err: errorForLog(error), sid: text.sid }, 'a text that came in can’t be kept');
    return false;
  }
}

/**
 * Keeps the texts that were sent to one of our numbers, because a Twilio account may also have numbers of other
 * products. Our numbers share the sender, belong to a company, or have texted this person.
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
