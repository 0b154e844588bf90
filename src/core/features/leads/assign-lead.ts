import { roleMay } from '#shared/features/team/roles.rules.ts';
import { sql } from 'kysely';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { AppError, invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId, UserId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { memberIn } from '../../platform/db/requester.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import { changeLead } from '../lead-rows/write-leads.ts';
import { handOverDeals } from '../deals/note-deals.ts';
import { mailContractor } from '../messages/tell-contractor.ts';
import { enqueuePush } from '../push/enqueue-push.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { leadNotice } from './messages/lead-messages.ts';
import { getLeadView } from './read-leads.ts';

/**
 * Assigns a lead to a member, or to no one. A member with the sales role can take an unassigned lead and can unassign
 * their own lead. If they try to assign a lead to another member, throws FORBIDDEN. When someone else assigns a lead to
 * a member, the member gets the same notice as for a new lead. Throws NOT_FOUND if the caller can't see the lead.
 * Throws VALIDATION_FAILED if the assignee isn't a member or is a viewer.
 *
 * New leads are assigned by the trigger `assign_in_turn` (`migrations/schema.sql`), if the company wants that: to its
 * sales members in turn or, without any, to its owners.
 */
export const assignLead = async (
  { db, clock, wakeUps }: Pick<Deps, 'db' | 'clock' | 'wakeUps'>,
  companyId: CompanyId,
  { leadId, userId }: { leadId: LeadId; userId: UserId | null },
): Promise<LeadView> => {
  const view = await inCompany(db, companyId, async (tx) => {
    const now = clock.now();
    const before = await lockLeadOrThrow(tx, companyId, leadId);
    const by = memberIn(companyId);
    if (by?.role === 'sales' && userId !== null && userId !== by.userId)
      throw new AppError('Only owners and managers can assign a lead to someone else', 'FORBIDDEN');
    if (before.assigned_to === userId) return getLeadView(tx, { companyId, leadId, now });
    const member =
      userId === null
        ? null
        : await tx
            .selectFrom('company_members')
            .select('role')
            .where('company_id', '=', companyId)
            .where('user_id', '=', userId)
            .executeTakeFirst();
    if (member === undefined)
      throw invalid({ userId: 'This person isn’t a member of your team. Choose someone who is' });
    if (member && !roleMay(member.role, 'work'))
      throw invalid({ userId: 'You can’t assign leads to a viewer. Choose someone else' });
    // The event is written before the assignment, because a write by the sales role assigns an unassigned lead to that
    // member.
    await addTimelineEvent(tx, {
      companyId,
      leadId,
      kind: 'note',
      at: now,
      // Marked automatic, because a note doesn't answer the homeowner's message.
      data: { text: await wordsFor(tx, userId), automatic: true },
    });
    await changeLead(tx, { companyId, leadId }, { assigned_to: userId });
    if (before.assigned_to !== null)
      await handOverDeals(tx, { companyId, from: before.assigned_to, to: userId, leadId, at: now });
    if (userId !== null && userId !== by?.userId && before.held_at === null)
      await tellAssignee(tx, { companyId, leadId, key: `${leadId}:${userId}:${now.getTime()}`, at: now });
    return getLeadView(tx, { companyId, leadId, now });
  });
  void wakeUps.enqueue(companyId, 'email');
  return view;
};

async function tellAssignee(
  tx: CompanyTx,
  { key, ...about }: { companyId: CompanyId; leadId: LeadId; key: string; at: Date },
): Promise<void> {
  await mailContractor(tx, { ...about, kind: leadNotice, payload: {}, dedupeKey: `lead.assigned:email:${key}` });
  await enqueuePush(tx, { ...about, event: 'lead', key: `assigned:${key}` });
}

async function wordsFor(tx: CompanyTx, userId: UserId | null): Promise<string> {
  if (userId === null) return 'Unassigned';
  const { rows } = await sql<{ name: string | null }>`select member_name(${userId}) as name`.execute(tx);
  return `Assigned to ${rows[0]?.name ?? 'a member'}`;
}
