import { endOfVisit, type SlotRefusal, whyNotAt } from '#shared/features/visits/slots.rules.ts';
import { AppError, invalid, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, UserId, VisitId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { asWholeCompany } from '../../platform/db/whole-company.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { membersAsked } from './list-slots.ts';
import { listVisitMembers, placeOfLead, readTaken, type VisitMember } from './member-times.ts';
import { type PlannedVisit, slotTaken } from './visits.repository.ts';

interface Wanted {
  companyId: CompanyId;
  lead: Pick<LeadRow, 'measured' | 'zip' | 'address' | 'assigned_to'>;
  startsAt: Date;
  /** The member who was chosen. Undefined: the lead's assignee, else the first member who is free. */
  userId?: UserId | undefined;
  byHomeowner: boolean;
  at: Date;
  /** The visit that is about to be moved. */
  except?: VisitId;
}

const VISITS_OFF_HERE = 'Visits can’t be booked here right now. Please call';
const VISITS_OFF = 'Visits are turned off. Turn them on in Admin, Company';

/**
 * Plans a visit at a time. The caller must hold `lockVisits`. Whatever is planned, the constraint `visits_apart` refuses
 * a visit that overlaps another of the same member. Throws CONFLICT if the time is taken or visits are off,
 * NOT_FOUND if the chosen member doesn't take visits, and VALIDATION_FAILED if the time is past, outside the hours, too
 * soon or too far ahead.
 */
export const planVisit = (tx: CompanyTx, wanted: Wanted): Promise<PlannedVisit> =>
  asWholeCompany(tx, wanted.companyId, async () => {
    const { companyId, lead, startsAt, userId, byHomeowner, at, except } = wanted;
    const { zone, members: all } = await listVisitMembers(tx, companyId);
    if (all.length === 0) throw new AppError(byHomeowner ? VISITS_OFF_HERE : VISITS_OFF, 'CONFLICT');
    const members = membersAsked(all, { userId, assignee: lead.assigned_to });
    if (members.length === 0) throw notFound('this member');
    const userIds = members.map((member) => member.userId);
    const taken = await readTaken(tx, { companyId, userIds, from: startsAt, to: startsAt, except });
    const place = placeOfLead(lead);
    const refusalOf = ({ userId: of, settings }: VisitMember): SlotRefusal | null =>
      whyNotAt(startsAt, { settings, zone, now: at, place, taken: taken.get(of) ?? [], byHomeowner });
    const refusals = members.map(refusalOf);
    const free = members[refusals.indexOf(null)];
    if (!free) throw refusal(refusals.includes('taken') ? 'taken' : refusals[0]);
    const { settings } = free;
    return {
      companyId,
      userId: free.userId,
      startsAt,
      endsAt: endOfVisit(startsAt, settings),
      place,
      settings,
      ...(except && { except }),
    };
  });

const WHY: Record<Exclude<SlotRefusal, 'taken'>, string> = {
  past: 'This time has passed. Choose a later one',
  soon: 'This time is too soon. Choose a later one',
  far: 'This time is too far ahead. Choose an earlier one',
  outside: 'There are no visits at this time. Choose another one',
};

const refusal = (why: SlotRefusal | null | undefined): AppError =>
  !why || why === 'taken' ? slotTaken() : invalid({ startsAt: WHY[why] });
