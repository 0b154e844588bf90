import { hundredthsOfFoot } from '../../primitives/feet.ts';
import { type Language, LANGUAGES } from '../../primitives/language.ts';
import { calculatedWords, type CalculatedWords } from '../estimates/words.ts';
import { halfUp } from './half-up.ts';

/** The kinds of lines. The first three are the fence itself, which a tax on the fence is charged on. */
export type LineKind =
  | 'run'
  | 'slope'
  | 'hardDig'
  | 'gate'
  | 'removal'
  | 'corner'
  | 'end'
  | 'item'
  | 'zone'
  | 'line'
  | 'addOn'
  | 'minimum'
  | 'rounding';

/** A priced line. Its total is its quantity times its unit price, rounded half up to the cent. */
export interface FenceLine {
  kind: LineKind;
  label: Record<Language, string>;
  quantity: number;
  unit: 'foot' | 'each' | 'job';
  unitCents: number;
  totalCents: number;
  /** The add-on's id. An add-on counts only while the homeowner has it ticked. */
  addOn?: string;
}

/** Returns a label in every language. */
export const inAll = (say: (words: CalculatedWords, language: Language) => string): Record<Language, string> => {
  const [first, ...rest] = LANGUAGES;
  return rest.reduce((all, language) => ({ ...all, [language]: say(calculatedWords(language), language) }), {
    [first]: say(calculatedWords(first), first),
  } as Record<Language, string>);
};

/** Text that the contractor wrote. It's the same in every language. */
export const asTyped = (text: string) => inAll(() => text);

/** Returns a line with its total. */
export const priced = (line: Omit<FenceLine, 'totalCents'>): FenceLine => ({
  ...line,
  totalCents: halfUp(hundredthsOfFoot(line.quantity) * line.unitCents, 100),
});
/** A line of one amount, such as a share of another line. */
export const oneAmount = (kind: LineKind, label: FenceLine['label'], cents: number): FenceLine => ({
  kind,
  label,
  quantity: 1,
  unit: 'job',
  unitCents: cents,
  totalCents: cents,
});

/** Fills a sum up to the book's minimum. */
export const minimumLine = (cents: number): FenceLine =>
  oneAmount(
    'minimum',
    inAll(({ minimumJob }) => minimumJob),
    cents,
  );
/** Brings a sum to the book's rounding step. */
export const roundingLine = (cents: number): FenceLine =>
  oneAmount(
    'rounding',
    inAll(({ rounding }) => rounding),
    cents,
  );
