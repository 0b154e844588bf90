import { sql } from 'kysely';
import type { z } from 'zod';
import { isContact } from '#shared/features/leads/calls.rules.ts';
import type { CallView, leadCallInput } from '#shared/features/leads/lead-edits.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { advanceStatus } from './advance-status.ts';
import { lockLeadRow } from './leads.repository.ts';

/**
 * Records a phone call as a private note on the lead's timeline, by the requesting member. If the homeowner heard from
 * the company, a new lead becomes 'contacted', and the call can be the first reply in the reports. Returns the call's id,
 * with which it can be undone. Throws NOT_FOUND.
 */
export const logCall = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  companyId: CompanyId,
  { leadId, outcome, text }: z.infer<typeof leadCallInput>,
): Promise<CallView> =>
  inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    await lockLeadRow(tx, companyId, leadId);
    const data = { call: outcome, ...(text ? { text } : {}) };
    await addTimelineEvent(tx, { companyId, leadId, kind: 'note', at, data });
    // The lead is locked, so the newest row is the one just written. Ids grow with time (uuidv7).
    const { id } = await tx
      .selectFrom('timeline_events')
      .select('id')
      .where('company_id', '=', companyId)
      .where('lead_id', '=', leadId)
      .where('at', '=', at)
      .where(sql<boolean>`kind = 'note' and data ? 'call'`)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    if (isContact(outcome)) await advanceStatus(tx, { companyId, leadId, to: 'contacted', at });
    return { callId: id };
  });
