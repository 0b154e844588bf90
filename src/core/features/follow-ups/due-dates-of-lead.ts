import type { FollowUpChannel, MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { type DueDate, followUpDueDates } from '#shared/features/follow-ups/due-dates.rules.ts';
import type { CompanyRow } from '../company/company.table.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { loadTextHours, type Located, placeOf } from '../../platform/us-data/index.ts';
import { noTimeForTexts, sendWindowOf } from '../permission/send-window.ts';

/** The parts of a lead that affect its due dates. */
export type LeadPlace = Pick<LeadRow, 'zip' | 'address' | 'phone'>;

export interface DueDatesOf {
  lead: LeadPlace;
  company: Pick<CompanyRow, 'time_zone' | 'send_time' | 'send_from' | 'send_until'>;
  days: readonly number[];
  activatedAt: Date;
}

/**
 * Returns the time zone for a lead's send times: the job's if known, otherwise the phone's, otherwise the company's.
 */
export const zoneOf = ({ lead, company }: Pick<DueDatesOf, 'lead' | 'company'>): string =>
  placeOfLead({ lead, company }).zone;

export const placeOfLead = ({ lead, company }: Pick<DueDatesOf, 'lead' | 'company'>): Located =>
  placeOf({ ...lead, companyZone: company.time_zone });

/** Like `noTimeForTexts`, for a lead. */
export const noTimeFor = ({ lead, company }: Pick<DueDatesOf, 'lead' | 'company'>, now: Date): string | null =>
  noTimeForTexts(placeOfLead({ lead, company }), company, now);

/**
 * Returns when each day's message is due on a channel. A text is due within the permitted hours, and an email at the
 * send time. If the company's hours don't leave any time for texts, the legal hours are used instead, and `moved` says
 * why.
 */
export const dueDatesFor = (channel: MessageChannel, given: DueDatesOf): DueDate[] => {
  const { company, days, activatedAt } = given;
  const { place, zone } = placeOfLead(given);
  const windowed = channel === 'sms';
  const noTime = windowed ? noTimeFor(given, activatedAt) : null;
  const companyWindow = noTime === null ? sendWindowOf(company, zone) : undefined;
  const dates = followUpDueDates({
    days,
    activatedAt,
    sendTime: company.send_time.slice(0, 5),
    zone,
    windowed,
    place,
    hours: loadTextHours(),
    ...(companyWindow && { companyWindow }),
  });
  return noTime === null ? dates : dates.map((date) => ({ ...date, moved: `${noTime}.` }));
};

/** Returns the channels in sending order, texts first. */
export const channelsOf = (channel: FollowUpChannel): MessageChannel[] =>
  channel === 'both' ? ['sms', 'email'] : [channel];
