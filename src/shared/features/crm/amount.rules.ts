import { type Cents, parseDollars } from '../../primitives/cents.ts';

/**
 * Parses a deal's amount as typed, in dollars. Returns null if the field is empty, and undefined if the text isn't a
 * number or is negative.
 */
export const readAmount = (text: string): Cents | null | undefined => {
  if (text.trim() === '') return null;
  const amount = parseDollars(text);
  return amount === undefined || amount < 0 ? undefined : amount;
};
