import type { FollowUpChannel, WorkflowView } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import type { CompanyRow } from '../../platform/db/tables.ts';
import { getCompany } from './follow-ups.repository.ts';

/** The company's defaults of a new schedule. */
export const getWorkflow = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<WorkflowView> =>
  inCompany(db, companyId, async (tx) => toView(await getCompany(tx, companyId)));

export interface WorkflowUpdate {
  channel: FollowUpChannel;
  cadence: number[];
  messages: string[];
  sendTime: string;
}

/** Saves the defaults; schedules that exist keep theirs. */
export const updateWorkflow = (
  { db }: Pick<Deps, 'db'>,
  { companyId, update }: { companyId: CompanyId; update: WorkflowUpdate },
): Promise<WorkflowView> =>
  inCompany(db, companyId, async (tx) => {
    const company = await tx
      .updateTable('company_profiles')
      .set({
        workflow_channel: update.channel,
        workflow_cadence: update.cadence,
        workflow_messages: update.messages,
        send_time: update.sendTime,
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
});
