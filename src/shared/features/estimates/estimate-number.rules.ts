import { addDays, type LocalDate } from '../../primitives/local-date.ts';
import { ESTIMATE_VALID_DAYS } from './estimates.schema.ts';

/**
 * Returns an estimate number such as 'EST-8f03c2-4821' (spec, section 9). It consists of the lead id's last six
 * characters and four random digits from the caller. The id's first characters aren't used, because they're a timestamp
 * (UUIDv7), which is the same for leads created at about the same time. Throws RangeError if `fourDigits` isn't four
 * digits.
 */
export const estimateNumber = (leadId: string, fourDigits: string): string => {
  if (!/^\d{4}$/.test(fourDigits)) throw new RangeError(`not four digits: ${fourDigits}`);
  return `EST-${leadId.replaceAll('-', '').slice(-6)}-${fourDigits}`;
};

/** Returns the last day when the homeowner can accept an estimate with this date: 30 days later (spec, section 9). */
export const validUntil = (date: LocalDate): LocalDate => addDays(date, ESTIMATE_VALID_DAYS);
