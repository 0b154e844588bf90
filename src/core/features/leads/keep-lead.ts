import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { changeLead } from '../lead-rows/write-leads.ts';
import { stopSchedules } from '../schedules/stop-schedules.ts';
import { lockLeadRow } from './leads.repository.ts';
import { getLeadView } from './read-leads.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';

type KeepDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * Archives a lead, or restores it, with all its data. Archiving stops its follow-ups permanently. Idempotent. Throws
 * NOT_FOUND.
 */
export const archiveLead = (
  { db, clock }: KeepDeps,
  companyId: CompanyId,
  { leadId, archived }: { leadId: LeadId; archived: boolean },
): Promise<LeadView> =>
  inCompany(db, companyId, async (tx) => {
    const now = clock.now();
    const before = await lockLeadRow(tx, companyId, leadId);
    if (archived !== (before.archived_at !== null)) {
      const archivedAt = archived ? now : null;
      await changeLead(tx, { companyId, leadId }, { archived_at: archivedAt });
      const reason = (firstName: string) => `Follow-ups stopped because you archived ${firstName}.`;
      if (archived) await stopSchedules(tx, { companyId, leadId, reason, at: now, notify: false });
    }
    return getLeadView(tx, { companyId, leadId, now });
  });

/** Writes a contractor's note on the lead's timeline. Throws NOT_FOUND. */
export const addNote = (
  { db, clock }: KeepDeps,
  companyId: CompanyId,
  { leadId, text }: { leadId: LeadId; text: string },
): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    await lockLeadRow(tx, companyId, leadId);
    await addTimelineEvent(tx, { companyId, leadId, kind: 'note', at: clock.now(), data: { text } });
  });
