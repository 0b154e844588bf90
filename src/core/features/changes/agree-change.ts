import { changeNumber } from '#shared/features/changes/change-status.rules.ts';
import { feetOf } from '#shared/features/pricing/fence.ts';
import type { TimelineData } from '#shared/features/timeline/timeline.schema.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { deriveStatus } from '../balances/derive-status.ts';
import { followEstimate } from '../deals/follow-estimates.ts';
import type { StoredChange } from '../estimates/document-changes.ts';
import type { Version } from '../estimates/estimate-document.ts';
import { changeLead } from '../lead-rows/write-leads.ts';
import { planPaymentReminders } from '../reminders/plan-reminders.ts';
import { syncStageMessages } from '../stages/sync-stage-messages.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';

interface Decided {
  version: Version;
  change: StoredChange;
  at: Date;
}

/**
 * Makes everything follow a change that counts from now on: the payments' status, the lead's fence and price, its deal and
 * the reminders of payments and the requests of the payment plan. The total follows by itself (`signed_estimates`).
 */
export const followChange = async (tx: CompanyTx, { version: { estimate }, change, at }: Decided): Promise<void> => {
  const { company_id: companyId, lead_id: leadId, id: estimateId } = estimate;
  const { fence, total_cents: totalCents } = change;
  await deriveStatus(tx, { companyId, leadId });
  const now = { quote_cents: totalCents, perimeter_ft: feetOf(fence), gate_count: fence.gates.length };
  await changeLead(tx, { companyId, leadId }, now);
  await followEstimate(tx, { companyId, leadId, estimateId, rule: 'accepted', totalCents, at });
  await planPaymentReminders(tx, { companyId, estimateId, at });
  await syncStageMessages(tx, { companyId, leadId, at });
};

type Said = Pick<TimelineData<'estimate_changed'>, 'signedBy' | 'reason'>;

/** Writes what happened to a change on the lead's timeline. */
export const noteChange = (
  tx: CompanyTx,
  { version: { estimate }, change, at }: Decided,
  what: 'sent' | 'signed' | 'credited' | 'declined' | 'canceled',
  said: Said = {},
): Promise<void> =>
  addTimelineEvent(tx, {
    companyId: estimate.company_id,
    leadId: estimate.lead_id,
    kind: 'estimate_changed',
    at,
    data: {
      number: changeNumber(estimate.number, change.position),
      change: what,
      netCents: change.net_cents,
      totalCents: change.total_cents,
      ...said,
    },
  });
