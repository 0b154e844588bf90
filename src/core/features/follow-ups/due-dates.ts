import type { FollowUpChannel, MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { type DueDate, followUpDueDates } from '#shared/features/follow-ups/cadence.rules.ts';
import type { CompanyRow, LeadRow } from '../../platform/db/tables.ts';
import { loadContactHours, placeOf } from '../../platform/us-data/index.ts';

export interface DueDatesOf {
  lead: Pick<LeadRow, 'zip' | 'phone'>;
  company: Pick<CompanyRow, 'time_zone' | 'send_time'>;
  days: readonly number[];
  activatedAt: Date;
}

/** The zone in which a lead's send time is read: of the job, else of the phone, else the company's. */
export const zoneOf = ({ lead, company }: Pick<DueDatesOf, 'lead' | 'company'>): string =>
  placeOf({ zip: lead.zip, phone: lead.phone, companyZone: company.time_zone }).zone;

/** When each day's message is due on a channel; texts inside the window, mails at the send time itself. */
export const dueDatesFor = (channel: MessageChannel, { lead, company, days, activatedAt }: DueDatesOf): DueDate[] => {
  const { place, zone } = placeOf({ zip: lead.zip, phone: lead.phone, companyZone: company.time_zone });
  return followUpDueDates({
    days,
    activatedAt,
    sendTime: company.send_time.slice(0, 5),
    zone,
    windowed: channel === 'sms',
    place,
    hours: loadContactHours(),
  });
};

/** The channels of a schedule, the one that may have to wait last. */
export const channelsOf = (channel: FollowUpChannel): MessageChannel[] =>
  channel === 'both' ? ['sms', 'email'] : [channel];
