import { sql } from 'kysely';
import { isTooLate } from '#shared/features/follow-ups/due-dates.rules.ts';
import { dayOfDue, isAtStart, type StageNow } from '#shared/features/payments/payment-plan.rules.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import type { CompanyId, EstimateId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { Version } from '../estimates/estimate-document.ts';
import { listBindingVersions } from '../estimates/read-version.ts';
import { stagesOf } from '../estimates/stages-of.ts';
import { dueDatesFor } from '../follow-ups/due-dates-of-lead.ts';
import { getCompany, getLead } from '../follow-ups/follow-ups.repository.ts';
import { readLeadMoney } from '../lead-rows/lead-money.ts';
import { enqueueMessage } from '../messages/enqueue-message.ts';
import { withdrawWaiting } from '../messages/withdraw-waiting.ts';
import { waysToWrite, type WayToWrite } from '../permission/ways-to-write.ts';
import { stageDue, stageReminder } from './messages/stage-messages.ts';
import { lastDue, sinceWhen } from './stage-since.ts';

/** How many days after a stage became due the homeowner is reminded. */
export const REMINDED_AFTER = [3, 7, 14];

/** How long a text about the signature's stage waits, because the page has just asked for it. */
const AFTER_SIGNING = 15 * MINUTE;

interface Wanted {
  estimateId: EstimateId;
  position: number;
  since: Date;
  day: number;
  way: WayToWrite;
  due: { at: Date; moved: string | null };
}

interface Given {
  companyId: CompanyId;
  leadId: LeadId;
  at: Date;
}

/**
 * Makes the waiting messages about a lead's payment plan those that the plan asks for now. Call it in the transaction of
 * every event that makes a stage due, or that pays one. Messages about stages that are paid or no longer due are
 * withdrawn, so that nobody is reminded of what they've paid. Each is sent once, however often this runs. The caller has
 * locked the lead.
 */
export async function syncStageMessages(tx: CompanyTx, given: Given): Promise<void> {
  const wanted = await listWanted(tx, given);
  await withdraw(tx, given, wanted.map(keyOf));
  for (const one of wanted) await enqueue(tx, given, one);
}

const keyOf = ({ estimateId, position, since, day, way }: Wanted): string =>
  `stage:${estimateId}:${position}:${since.getTime()}:${day}:${way.channel}`;

const withdraw = (tx: CompanyTx, { companyId, leadId }: Given, keep: readonly string[]): Promise<void> =>
  withdrawWaiting(tx, {
    companyId,
    which: sql`m.lead_id = ${leadId} and m.kind = any(${[stageDue.kind, stageReminder.kind]})
      and m.dedupe_key <> all(${keep})`,
  });

const enqueue = (tx: CompanyTx, { companyId, leadId, at }: Given, wanted: Wanted): Promise<void> =>
  enqueueMessage(tx, {
    companyId,
    leadId,
    kind: wanted.day === 0 ? stageDue : stageReminder,
    ...wanted.way,
    payload: {
      estimateId: wanted.estimateId,
      position: wanted.position,
      since: wanted.since.toISOString(),
      day: wanted.day,
    },
    dedupeKey: keyOf(wanted),
    at,
    due: wanted.due,
  });

/** Lists the messages that are due from now on. */
async function listWanted(tx: CompanyTx, { companyId, leadId, at }: Given): Promise<Wanted[]> {
  const [version] = await listBindingVersions(tx, { companyId, leadIds: [leadId], at });
  if (!version?.acceptance || version.hasNewer) return [];
  const stages = stagesOf({ version, money: await readLeadMoney(tx, leadId), at });
  const since = sinceWhen(version, stages);
  const asked = stages.flatMap((stage, index) => {
    const from = since[index];
    return from && isAsked(version, stage) ? [{ stage, index, from }] : [];
  });
  const last = lastDue(stages, since);
  // The stage that became due last asks for all that is due. Those that have a day ahead are asked for then.
  const current = asked.filter(({ stage, index, from }) => index === last || (stage.status === 'planned' && from > at));
  if (current.length === 0) return [];
  const company = await getCompany(tx, companyId);
  const lead = await getLead(tx, companyId, leadId);
  const ways = await waysToWrite(tx, { companyId, leadId });
  return current.flatMap(({ stage, index, from }) =>
    ways.flatMap((way) => {
      const reminders = dueDatesFor(way.channel, { lead, company, days: REMINDED_AFTER, activatedAt: from });
      const dates = [...requestOf(stage, { way, from, at }), ...reminders.map(({ day, ...due }) => ({ day, ...due }))];
      return dates
        .filter(({ day, dueAt }) => (day === 0 ? !isTooLate(dueAt, at) : dueAt > at))
        .map(({ day, dueAt, moved }) => ({
          estimateId: version.estimate.id,
          position: index + 1,
          since: from,
          day,
          way,
          due: { at: dueAt, moved },
        }));
    }),
  );
}

/**
 * Whether a stage that isn't paid is asked for by messages. Where no plan was set, the deposit is asked for as on the
 * page and in the signed copy only.
 */
const isAsked = ({ plan }: Pick<Version, 'plan'>, { status, due }: StageNow): boolean =>
  status !== 'paid' && (plan !== null || due !== 'signing');

/**
 * The message that asks for the stage. The signed copy asks for what is due at the signature by email, and the message
 * that the work is done asks for what is due then.
 */
function requestOf(
  { due }: StageNow,
  { way, from, at }: { way: WayToWrite; from: Date; at: Date },
): { day: number; dueAt: Date; moved: string | null }[] {
  if (due === 'signing')
    return way.channel === 'email' ? [] : [{ day: 0, dueAt: new Date(from.getTime() + AFTER_SIGNING), moved: null }];
  const isWithWork = dayOfDue(due) === null && !isAtStart(due);
  return isWithWork ? [] : [{ day: 0, dueAt: from > at ? from : at, moved: null }];
}
