import { type Cents, parseDollars } from '../../primitives/cents.ts';

/** A deal's amount typed in dollars: null if the field is empty, undefined unless it is 0 or more. */
export const readAmount = (text: string): Cents | null | undefined => {
  if (text.trim() === '') return null;
  const amount = parseDollars(text);
  return amount === undefined || amount < 0 ? undefined : amount;
};
