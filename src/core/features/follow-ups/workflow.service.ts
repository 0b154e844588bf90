import { isDeepStrictEqual } from 'node:util';
import type {
  AskedStep,
  TextHours,
  WorkflowUpdateInput,
  WorkflowView,
} from '#shared/features/follow-ups/follow-ups.schema.ts';
import { type LeadValues, longestValues } from '#shared/features/follow-ups/longest.rules.ts';
import { spanishAfter } from '#shared/features/follow-ups/messages-in.rules.ts';
import { usualWeek } from '#shared/features/permission/day-window.rules.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import { formatTimeOfDay, minutesOf } from '#shared/primitives/local-date.ts';
import { refuseStale } from '#shared/primitives/refuse-stale.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { findZip, loadTextHours } from '../../platform/us-data/index.ts';
import { getCompany } from './follow-ups.repository.ts';
import { defaultSteps, refuseUnset, refuseUnsetSpanish, withOffers } from './step-offers.ts';

/** Returns the company's follow-up defaults. */
export const getWorkflow = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<WorkflowView> =>
  inCompany(db, companyId, async (tx) => viewWorkflow(await getCompany(tx, companyId)));

/** Returns a street address's US state, from its last ZIP code. Undefined if unknown. */
const stateIn = (address: string | null): string | undefined => {
  const zip = address?.match(/\b\d{5}(?=(?:-\d{4})?\b)/g)?.at(-1);
  return zip === undefined ? undefined : findZip(zip)?.state;
};

/** Returns when the law allows texts at the company's location, regardless of the company's own hours. */
export const getTextHours = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<TextHours> =>
  inCompany(db, companyId, async (tx) => {
    const company = await getCompany(tx, companyId);
    const state = stateIn(company.address) ?? stateIn(company.postal_address) ?? null;
    const hours = loadTextHours();
    return { stateName: state === null ? null : (hours.states[state]?.name ?? state), ...usualWeek(state, hours) };
  });

/** How many of the newest leads are used to estimate a text's length from their names and street addresses. */
const MEASURED_LEADS = 1_000;

/** Returns the longest tag values among the newest active leads (T12). Uses the index leads_newest. */
export const getLongestValues = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<LeadValues> =>
  inCompany(db, companyId, async (tx) =>
    longestValues(
      await tx
        .selectFrom('leads')
        .select(['name', 'address', 'perimeter_ft as totalFeet', 'quote_cents as estimateCents'])
        .where('company_id', '=', companyId)
        .where('archived_at', 'is', null)
        .where('held_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MEASURED_LEADS)
        .execute(),
    ),
  );

/** The minimum texting window, in minutes. A shorter window would often fall outside a US state's legal hours. */
const LEAST_WINDOW = 60;

const refuseShort = ({ sendFrom, sendUntil }: Pick<WorkflowView, 'sendFrom' | 'sendUntil'>): void => {
  if (minutesOf(sendUntil) - minutesOf(sendFrom) < LEAST_WINDOW)
    throw invalid({ sendUntil: `Choose a time at least one hour after ${formatTimeOfDay(minutesOf(sendFrom))}` });
};

/**
 * Saves the default follow-ups. Existing follow-ups keep their steps, but the new texting hours apply to them too.
 * Throws CONFLICT if the stored values differ from `was`. Throws VALIDATION_FAILED if the texting hours last less than
 * one hour, or if a message uses an offer's tags without an offer.
 */
export const updateWorkflow = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, update }: { companyId: CompanyId; update: WorkflowUpdateInput },
): Promise<WorkflowView> =>
  inCompany(db, companyId, async (tx) => {
    const stored = await getCompany(tx, companyId, true);
    const before = viewWorkflow(stored);
    refuseStale(update.was, before, 'These settings were');
    const { sendFrom = before.sendFrom, sendUntil = before.sendUntil } = update;
    refuseShort({ sendFrom, sendUntil });
    const steps = withOffers(askedSteps(update, stored), defaultSteps(stored, { language: 'en' }));
    refuseUnset(steps, 'messages.N');
    const spanish = spanishAfter(update.messages, stored);
    refuseUnsetSpanish(steps, spanish);
    const company = await tx
      .updateTable('company_profiles')
      .set({
        workflow_channel: update.channel,
        workflow_cadence: update.cadence,
        workflow_messages: update.messages,
        workflow_offers: JSON.stringify(steps.map(({ offer }) => offer)),
        workflow_messages_es: spanish,
        offer_decided_at: stored.offer_decided_at ?? clock.now(),
        send_time: update.sendTime,
        send_from: sendFrom,
        send_until: sendUntil,
      })
      .where('id', '=', companyId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return viewWorkflow(company);
  });

/** Returns the defaults for the screen. */
export const viewWorkflow = (company: CompanyRow): WorkflowView => ({
  channel: company.workflow_channel,
  cadence: company.workflow_cadence,
  messages: company.workflow_messages,
  offers: defaultSteps(company, { language: 'en' }).map(({ offer }) => offer),
  sendTime: company.send_time.slice(0, 5),
  sendFrom: company.send_from.slice(0, 5),
  sendUntil: company.send_until.slice(0, 5),
});

/**
 * Returns the steps of an update. Without a list of offers, each stored message keeps its offer. If the list is the
 * stored one although messages were moved, the offers move with their messages, as the Spanish messages do.
 */
function askedSteps({ cadence, messages, offers }: WorkflowUpdateInput, stored: CompanyRow): AskedStep[] {
  const before = stored.workflow_messages;
  const isStored = isDeepStrictEqual(offers, viewWorkflow(stored).offers);
  const offerOf = (message: string, index: number): AskedStep['offer'] => {
    if (!offers || (isStored && before.includes(message))) return undefined;
    const hasMoved = isStored && messages.includes(before[index] ?? '');
    return hasMoved ? null : (offers[index] ?? null);
  };
  return messages.map((message, index) => ({ day: cadence[index] ?? 1, message, offer: offerOf(message, index) }));
}
