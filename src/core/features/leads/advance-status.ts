import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { statusesBefore } from '#shared/features/leads/lead-status.rules.ts';
import type { LeadStatus } from '#shared/features/leads/leads.schema.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';
import { changeLead } from '../lead-rows/write-leads.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';

/**
 * Advances a lead's status to `to` and records the change on the timeline. Never moves the status back. Returns true if
 * the status changed. If two calls run concurrently, only one of them changes it.
 */
export const advanceStatus = async (
  tx: CompanyTx,
  { companyId, leadId, to, at }: { companyId: CompanyId; leadId: LeadId; to: LeadStatus; at: Date },
): Promise<boolean> => {
  const before = await lockLead(tx, companyId, leadId);
  if (!before || !statusesBefore(to).includes(before.status)) return false;
  await changeLead(tx, { companyId, leadId }, { status: to });
  await addTimelineEvent(tx, { companyId, leadId, kind: 'status_changed', at, data: { from: before.status, to } });
  return true;
};

/**
 * Takes a lead back from 'paid' to 'estimate_sent' and records that on the timeline. Only for a payment that a member
 * voided, if nothing else was received: it never came, so the lead isn't paid.
 */
export const takeBackPaid = async (
  tx: CompanyTx,
  { companyId, leadId, at }: { companyId: CompanyId; leadId: LeadId; at: Date },
): Promise<void> => {
  const before = await lockLead(tx, companyId, leadId);
  if (before?.status !== 'paid') return;
  const to = 'estimate_sent';
  await changeLead(tx, { companyId, leadId }, { status: to });
  await addTimelineEvent(tx, { companyId, leadId, kind: 'status_changed', at, data: { from: before.status, to } });
};
