import { sql } from 'kysely';
import type {
  FollowUpChannel,
  FollowUpStep,
  StartManyInput,
  StartManyView,
} from '#shared/features/follow-ups/follow-ups.schema.ts';
import { REVIEW_FIRST } from '#shared/features/leads/held.rules.ts';
import { fullBudget } from '#shared/features/trust/budget-words.ts';
import { type Proofs, recipientsADay } from '#shared/features/trust/company-allowance.rules.ts';
import { type Language, languageOf } from '#shared/primitives/language.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { checkMail, type MailOptOuts } from '../permission/check-mail.ts';
import { type Permissions, permissionOf } from '../permission/sms-permission.ts';
import { UNSURE_REASON } from '../permission/unsure-replies.ts';
import { countPeople, newPeopleAmong, roomForPeople } from '../trust/recipients.ts';
import { readProofs, requireAllowed } from '../trust/company-allowance.ts';
import { channelsOf } from './due-dates-of-lead.ts';
import { getCompany } from './follow-ups.repository.ts';
import {
  createPlaces,
  type LeadToStart,
  readLeadsToStart,
  type ToStart,
  writeSchedules,
} from './start-many.repository.ts';
import { defaultSteps } from './step-offers.ts';
import { refuseTooLong } from './text-length.ts';
import { whyEnded } from '../schedules/why-ended.ts';

/** The data needed to check all leads. */
interface Batch {
  company: CompanyRow;
  channel: FollowUpChannel;
  stepsIn: Record<Language, FollowUpStep[]>;
  permissions: Permissions;
  mailOptOuts: MailOptOuts;
  noTime: (lead: LeadToStart) => string | null;
}

/**
 * Starts the company's default follow-ups for many leads, in one transaction that locks the leads in id order. The
 * rules are the same as in `saveFollowUps`, but a lead that can't get follow-ups gets a reason and doesn't affect the
 * other leads. Active follow-ups don't change, so repeating the call changes nothing. Drafts and stopped follow-ups
 * don't change either, because a person put them in that state. A lead that would exceed today's limit on new
 * recipients also gets a reason. With `dryRun`, nothing is locked or written. Throws NOT_CONFIRMED, and NOT_FOUND if
 * none of the leads exist.
 */
export async function startManyFollowUps(
  { db, clock, wakeUps }: Pick<Deps, 'db' | 'clock' | 'wakeUps'>,
  { companyId, input }: { companyId: CompanyId; input: StartManyInput },
): Promise<StartManyView> {
  const view = await inCompany(db, companyId, (tx) => startMany(tx, { companyId, input, now: clock.now() }));
  if (!input.dryRun && view.leads.some(({ outcome }) => outcome === 'started')) await wakeUps.enqueue(companyId);
  return view;
}

async function startMany(
  tx: CompanyTx,
  { companyId, input, now }: { companyId: CompanyId; input: StartManyInput; now: Date },
): Promise<StartManyView> {
  const proofs = await readProofs(tx, companyId, now);
  requireAllowed(proofs, 'answers');
  const company = await getCompany(tx, companyId);
  const channel = input.channel ?? company.workflow_channel;
  const stepsIn = { en: defaultSteps(company, { language: 'en' }), es: defaultSteps(company, { language: 'es' }) };
  const { leads, ...facts } = await readLeadsToStart(tx, { company, leadIds: input.leadIds, lock: !input.dryRun });
  if (leads.size === 0) throw notFound('the lead');
  const places = createPlaces({ company, days: company.workflow_cadence, channels: channelsOf(channel), now });
  const batch: Batch = { company, channel, stepsIn, ...facts, noTime: (lead) => places.of(lead).noTime };
  const ready: ToStart[] = [];
  const answers = [...new Set(input.leadIds)].map((leadId): Answer => {
    const lead = leads.get(leadId);
    if (!lead) return { leadId, outcome: 'refused', reason: 'This lead no longer exists' };
    if (lead.schedule?.status === 'active') return { leadId, outcome: 'already', reason: null };
    const refused = whyNot(lead, batch);
    if (refused !== null) return { leadId, outcome: 'refused', reason: refused };
    const noTexts = channel === 'email' ? null : noTextsTo(lead, batch);
    ready.push({ lead, place: places.of(lead).index, noTexts });
    return { leadId, outcome: 'started', reason: noTexts };
  });
  const write = async (chosen: readonly ToStart[]): Promise<void> => {
    for (const [language, ofLanguage] of Map.groupBy(chosen, ({ lead }) => languageOf(lead)))
      await writeSchedules(tx, {
        companyId,
        channel,
        steps: stepsIn[language],
        places: places.all(),
        chosen: ofLanguage,
        now,
      });
  };
  const late = await startWithRoom(tx, { companyId, ready, proofs, now, dryRun: input.dryRun, write });
  const { reason } = fullBudget('company-recipients', { limit: recipientsADay(proofs), ...proofs });
  const tooMany = `${reason}. Start the rest tomorrow`;
  return {
    channel,
    leads: answers.map((answer) =>
      late.has(answer.leadId) ? { leadId: answer.leadId, outcome: 'refused', reason: tooMany } : answer,
    ),
  };
}

type Answer = StartManyView['leads'][number];

interface StartWithRoom {
  companyId: CompanyId;
  ready: readonly ToStart[];
  proofs: Proofs;
  now: Date;
  dryRun: boolean;
  /** Starts these leads' follow-ups. */
  write: (chosen: readonly ToStart[]) => Promise<void>;
}

/**
 * Starts follow-ups for the leads that the company can message today. These are the leads that it has already messaged,
 * and as many new recipients as its limit allows. Returns the ids of the leads left out. If all new recipients appear
 * to fit within the limit, writes the follow-ups first and then counts the recipients. That way, concurrent calls wait
 * for each other's counters only briefly, at the end.
 */
async function startWithRoom(tx: CompanyTx, start: StartWithRoom): Promise<ReadonlySet<string>> {
  const { companyId, ready, proofs, now, dryRun, write } = start;
  const people = await newPeopleAmong(
    tx,
    { company_id: companyId },
    ready.map(({ lead }) => lead),
  );
  const count = { company_id: companyId, people: people.length, proofs, at: now };
  const idsAfter = (room: number): Set<string> =>
    new Set(people.slice(room).flatMap((leads) => leads.map(({ id }) => id)));
  const room = await roomForPeople(tx, count);
  if (dryRun) return idsAfter(room);
  if (room === people.length) {
    await sql`savepoint before_counting`.execute(tx);
    await write(ready);
    if ((await countPeople(tx, count)) === people.length) return new Set();
    // Another call counted recipients in the meantime, so these writes and counts are rolled back.
    await sql`rollback to savepoint before_counting`.execute(tx);
  }
  const late = idsAfter(await countPeople(tx, count));
  await write(ready.filter(({ lead }) => !late.has(lead.id)));
  return late;
}

/** Returns why a lead is skipped. Null if its follow-ups can start. */
function whyNot(lead: LeadToStart, batch: Batch): string | null {
  const { schedule } = lead;
  if (lead.held_at !== null) return REVIEW_FIRST;
  if (schedule?.status === 'draft') return 'This lead’s follow-ups are a draft. Open the lead to activate them';
  if (schedule?.status === 'stopped') return schedule.stop_reason ?? 'The follow-ups were stopped';
  if (lead.unsure) return UNSURE_REASON;
  return whyEnded(lead, lead.estimate_status) ?? whyNotReached(lead, batch);
}

/**
 * Returns why a lead can't be reached, for example because its texts would be too long. Null if at least one of the
 * requested channels is available.
 */
function whyNotReached(lead: LeadToStart, batch: Batch): string | null {
  const noTexts = batch.channel === 'email' ? null : noTextsTo(lead, batch);
  const noMails = batch.channel === 'sms' ? null : noMailsTo(lead, batch);
  if (batch.channel !== 'email' && noTexts === null) return tooLong(lead, batch);
  return batch.channel === 'both' && noMails === null ? null : (noTexts ?? noMails);
}

const noTextsTo = (lead: LeadToStart, { permissions, noTime }: Batch): string | null => {
  const permission = permissionOf(permissions, lead.phone);
  return permission.allowed ? noTime(lead) : (permission.reason ?? 'We can’t text this lead');
};

/** Returns why every email to this lead would be skipped when it's due. Null if emails can be sent. */
const noMailsTo = ({ email }: LeadToStart, { company, mailOptOuts }: Batch): string | null =>
  checkMail({ company, to: email, commercial: true, optOutBinds: true }, mailOptOuts)?.reason ?? null;

const tooLong = (lead: LeadToStart, { stepsIn, company }: Batch): string | null => {
  try {
    refuseTooLong({ steps: stepsIn[languageOf(lead)], company, lead });
    return null;
  } catch (error) {
    if (error instanceof AppError) return 'A message is too long to text to this lead';
    throw error;
  }
};
