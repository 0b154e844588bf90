import { freeSlots } from '#shared/features/visits/slots.rules.ts';
import type { VisitSlotView } from '#shared/features/visits/visits.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId, UserId, VisitId } from '#shared/primitives/ids.ts';
import { atLocalMinutes, endOfDay, type LocalDate } from '#shared/primitives/local-date.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { asWholeCompany } from '../../platform/db/whole-company.ts';
import type { Deps } from '../../platform/deps.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { listVisitMembers, placeOfLead, readTaken, type VisitMember } from './member-times.ts';

interface SlotsAsked {
  companyId: CompanyId;
  from: LocalDate;
  to: LocalDate;
  leadId?: LeadId | undefined;
  userId?: UserId | undefined;
}

type Job = Pick<LeadRow, 'measured' | 'zip' | 'address' | 'assigned_to'>;

/**
 * Returns when a member can start a visit, soonest first. With a lead, the way to its address counts, and only its
 * assignee is asked if that member takes visits. `userId` asks another member. Empty if visits are off. Throws NOT_FOUND
 * if there's no such lead.
 */
export const listVisitSlots = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, leadId, ...asked }: SlotsAsked,
): Promise<VisitSlotView[]> =>
  inCompany(db, companyId, async (tx) => {
    const lead = leadId && (await findJob(tx, companyId, leadId));
    if (leadId && !lead) throw notFound('this lead');
    return slotsInTransaction(tx, {
      companyId,
      ...asked,
      lead: lead || undefined,
      now: clock.now(),
      byHomeowner: false,
    });
  });

const findJob = (tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<Job | undefined> =>
  tx
    .selectFrom('leads')
    .select(['measured', 'zip', 'address', 'assigned_to'])
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .executeTakeFirst();

/** The members of `members` who are asked: the one chosen, else the lead's assignee, else all. */
export const membersAsked = (
  members: readonly VisitMember[],
  { userId, assignee }: { userId?: UserId | null | undefined; assignee?: UserId | null | undefined },
): VisitMember[] => {
  if (userId) return members.filter((member) => member.userId === userId);
  const assigned = members.filter((member) => member.userId === assignee);
  return assigned.length > 0 ? assigned : [...members];
};

/** Like `listVisitSlots`, in the caller's transaction. */
export const slotsInTransaction = (
  tx: CompanyTx,
  asked: Omit<SlotsAsked, 'leadId'> & {
    lead?: Job | undefined;
    now: Date;
    byHomeowner: boolean;
    /** The visit that would be moved. */
    except?: VisitId | undefined;
  },
): Promise<VisitSlotView[]> =>
  asWholeCompany(tx, asked.companyId, async () => {
    const { companyId, lead, from, to, now, byHomeowner, except } = asked;
    const { zone, members: all } = await listVisitMembers(tx, companyId);
    const members = membersAsked(all, {
      userId: asked.userId,
      assignee: lead?.assigned_to,
    });
    if (members.length === 0) return [];
    const taken = await readTaken(tx, {
      companyId,
      userIds: members.map(({ userId }) => userId),
      from: atLocalMinutes(from, 0, zone),
      to: endOfDay(to, zone),
      except,
    });
    const place = lead && placeOfLead(lead);
    return members
      .flatMap(({ userId, settings }) =>
        freeSlots({ settings, zone, now, place, taken: taken.get(userId) ?? [], byHomeowner, from, to }).map((at) => ({
          startsAt: at.toISOString(),
          userId,
        })),
      )
      .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : a.startsAt > b.startsAt ? 1 : 0));
  });
