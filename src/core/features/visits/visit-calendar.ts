import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { VisitRow } from './visits.table.ts';

/** A visit as a calendar entry for the homeowner. */
export interface CalendarEntry {
  visit: Pick<VisitRow, 'id' | 'starts_at' | 'ends_at' | 'sequence' | 'status'>;
  summary: string;
  location: string | null;
  description: string;
  url: string;
  organizer: { name: string; email: string };
  attendee: { name: string; email: string };
  /** The product's name, for the entry's origin. */
  product: string;
  at: Date;
}

/**
 * Returns an iCalendar file (RFC 5545) for an email. All files about a visit have its id as their UID, and a rising
 * SEQUENCE, so that a calendar changes its entry instead of adding one. Times are in UTC, so no time zone's rules have to
 * be sent. A canceled visit is a METHOD:CANCEL.
 */
export function visitInvitation(entry: CalendarEntry): string {
  const { visit, summary, location, description, url, organizer, attendee, product, at } = entry;
  const isCancelled = visit.status === 'cancelled';
  const calendar = ical({
    prodId: { company: product, product: 'Visits', language: 'EN' },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  });
  calendar.createEvent({
    id: visit.id,
    sequence: visit.sequence,
    stamp: at,
    start: visit.starts_at,
    end: visit.ends_at,
    summary,
    ...(location === null ? {} : { location }),
    description,
    url,
    organizer,
    attendees: [{ ...attendee, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  return calendar.toString();
}

/** A visit in a member's feed: with what the member has to know before going. */
export interface FeedVisit {
  visit: CalendarEntry['visit'];
  summary: string;
  location: string | null;
  description: string;
  url: string;
}

/** Returns a member's visits as an iCalendar file that Google, Apple and Outlook can subscribe to. */
export function visitFeed({
  name,
  product,
  visits,
  at,
}: {
  name: string;
  product: string;
  visits: readonly FeedVisit[];
  at: Date;
}): string {
  const calendar = ical({
    name,
    prodId: { company: product, product: 'Visits', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    // how often a calendar should look again, in seconds
    ttl: FEED_TTL_SECONDS,
  });
  for (const { visit, summary, location, description, url } of visits)
    calendar.createEvent({
      id: visit.id,
      sequence: visit.sequence,
      stamp: at,
      start: visit.starts_at,
      end: visit.ends_at,
      summary,
      ...(location === null ? {} : { location }),
      description,
      url,
      status: visit.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  return calendar.toString();
}

const FEED_TTL_SECONDS = 900;

/** Returns the content type of an invitation in an email. */
export const invitationType = (invitation: string): string =>
  `text/calendar; charset=utf-8; method=${invitation.includes('METHOD:CANCEL') ? 'CANCEL' : 'REQUEST'}`;
