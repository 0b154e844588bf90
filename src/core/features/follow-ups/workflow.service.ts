import type { WorkflowUpdateInput, WorkflowView } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import { minutesOf } from '#shared/primitives/local-date.ts';
import { refuseStale } from '#shared/primitives/refuse-stale.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import type { CompanyRow } from '../../platform/db/tables.ts';
import { getCompany } from './follow-ups.repository.ts';

/** The company's defaults of a new schedule. */
export const getWorkflow = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<WorkflowView> =>
  inCompany(db, companyId, async (tx) => toView(await getCompany(tx, companyId)));

/** Less would often hold no time at all once the hours of a state come on top. */
const LEAST_WINDOW = 60;

const refuseShort = ({ sendFrom, sendUntil }: Pick<WorkflowView, 'sendFrom' | 'sendUntil'>): void => {
  if (minutesOf(sendUntil) - minutesOf(sendFrom) < LEAST_WINDOW)
    throw invalid({ sendUntil: `Choose at least an hour after ${sendFrom}` });
};

/**
 * Saves the defaults; schedules that exist keep theirs, but the hours for texts bind them too, from now on. Throws
 * CONFLICT where `was` is not what is stored, VALIDATION_FAILED where the hours are less than one.
 */
export const updateWorkflow = (
  { db }: Pick<Deps, 'db'>,
  { companyId, update }: { companyId: CompanyId; update: WorkflowUpdateInput },
): Promise<WorkflowView> =>
  inCompany(db, companyId, async (tx) => {
    const before = toView(await getCompany(tx, companyId, true));
    refuseStale(update.was, before, 'These settings were');
    const { sendFrom = before.sendFrom, sendUntil = before.sendUntil } = update;
    refuseShort({ sendFrom, sendUntil });
    const company = await tx
      .updateTable('company_profiles')
      .set({
        workflow_channel: update.channel,
        workflow_cadence: update.cadence,
        workflow_messages: update.messages,
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
