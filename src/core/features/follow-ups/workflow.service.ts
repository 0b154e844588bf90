import type { TextHours, WorkflowUpdateInput, WorkflowView } from '#shared/features/follow-ups/follow-ups.schema.ts';
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

/** Returns the company's follow-up defaults. */
export const getWorkflow = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<WorkflowView> =>
  inCompany(db, companyId, async (tx) => toView(await getCompany(tx, companyId)));

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
 * one hour.
 */
export const updateWorkflow = (
  { db }: Pick<Deps, 'db'>,
  { companyId, update }: { companyId: CompanyId; update: WorkflowUpdateInput },
): Promise<WorkflowView> =>
  inCompany(db, companyId, async (tx) => {
    const stored = await getCompany(tx, companyId, true);
    const before = toView(stored);
    refuseStale(update.was, before, 'These settings were');
    const { sendFrom = before.sendFrom, sendUntil = before.sendUntil } = update;
    refuseShort({ sendFrom, sendUntil });
    const company = await tx
      .updateTable('company_profiles')
      .set({
        workflow_channel: update.channel,
        workflow_cadence: update.cadence,
        workflow_messages: update.messages,
        workflow_messages_es: spanishAfter(update.messages, stored),
        send_time: update.sendTime,
        send_from: sendFrom,
        send_until: sendUntil,
      })
      .where('id', '=', companyId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return toView(company);
  });

const toView = (company: CompanyRow): WorkflowView => ({
  channel: company.workflow_channel,
  cadence: company.workflow_cadence,
  messages: company.workflow_messages,
  sendTime: company.send_time.slice(0, 5),
  sendFrom: company.send_from.slice(0, 5),
  sendUntil: company.send_until.slice(0, 5),
});
