import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { dueDatesFor, type LeadPlace, noTimeFor, placeOfLead } from './due-dates.ts';

/** One follow-up message for all leads at a location. */
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
  /** Why texts can never be sent there. Null if they can. */
  noTime: string | null;
  dates: PlaceDate[];
}

interface PlacesOf {
  company: CompanyRow;
  days: readonly number[];
  channels: readonly MessageChannel[];
  now: Date;
}

/**
 * The due dates of one activation, computed once per location. Nothing else about a lead affects them, and thousands of
 * imported leads share a few locations.
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
      const key = JSON.stringify(placeOfLead({ lead, company }));
      const place = known.get(key) ?? reckon(lead);
      known.set(key, place);
      return place;
    },
    all: (): Place[] => [...known.values()],
  };
}
