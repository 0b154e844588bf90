import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyRow, LeadRow } from '../../platform/db/tables.ts';
import { dueDatesFor, noTimeFor } from './due-dates.ts';

/** One message of a schedule for all leads of a place. */
export interface PlaceDate {
  place: number;
  step: number;
  day: number;
  channel: MessageChannel;
  dueAt: Date;
  moved: string | null;
}

interface Place {
  index: number;
  /** Why no text can ever go there; null where one can. */
  noTime: string | null;
  dates: PlaceDate[];
}

interface PlacesOf {
  company: CompanyRow;
  days: readonly number[];
  channels: readonly MessageChannel[];
  now: Date;
}

type LeadPlace = Pick<LeadRow, 'zip' | 'phone'>;

/**
 * The due dates of one activation, reckoned once for each place: a ZIP code and an area code are all of a lead that they
 * depend on, and thousands of imported leads share a few.
 */
export function createPlaces({ company, days, channels, now }: PlacesOf) {
  const known = new Map<string, Place>();
  const reckon = (lead: LeadPlace): Place => {
    const index = known.size;
    const dates = channels.flatMap((channel) =>
      dueDatesFor(channel, { lead, company, days, activatedAt: now }).map((date, at) => ({
        place: index,
        step: at + 1,
        channel,
        ...date,
      })),
    );
    return { index, noTime: noTimeFor({ lead, company }, now), dates };
  };
  return {
    of(lead: LeadPlace): Place {
      const key = `${lead.zip ?? ''}|${lead.phone?.slice(0, AREA_CODE_END) ?? ''}`;
      const place = known.get(key) ?? reckon(lead);
      known.set(key, place);
      return place;
    },
    all: (): Place[] => [...known.values()],
  };
}

/** '+1208' of '+12085550172'. */
const AREA_CODE_END = 5;
