import { type Cents, parseDollars } from '../../primitives/cents.ts';

/** A deal's amount as typed in dollars: null where the field is empty, undefined where it is no amount of 0 or more. */
export const readAmount = (text: string): Cents | null | undefined => {
  if (text.trim() === '') return null;
  const amount = parseDollars(text);
  return amount === undefined || amount < 0 ? undefined : amount;
};
