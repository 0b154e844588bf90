import { parseDollars } from '../../primitives/cents.ts';
import { parseFeet } from '../../primitives/feet.ts';
import { email as emailSchema } from '../../primitives/text.ts';
import { MAX_GATES } from '../pricing/fence-limits.ts';
import type { ConsentMethod } from './lead-edits.schema.ts';

const ABOUT = /^(?:~|≈|±|\+\/-|about|around|approx(?:imately|\.)?|ca\.?|roughly|est\.?)\s*/i;
const UNIT =
  /\s*(?:(?:linear|lineal|lin\.?|ln\.?|running)\s*)?(?:feet|foot|ft\.?|lf|')(?:\s+(?:of\s+)?fenc(?:e|ing))?\s*(?:\+\/-|±)?$/i;

/** Parses a fence length as other programs write it: '150', '~1,200 linear ft', '150.00'. */
export const readFeet = (text: string): number | undefined =>
  parseFeet(
    text
      .replaceAll('_', ' ')
      .replace(ABOUT, '')
      .replace(UNIT, '')
      .replace(/(\.\d{2})0+$/, '$1')
      .replace(/\.$/, ''),
  );

const COUNTS = new Map(Object.entries({ no: 0, none: 0, zero: 0, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 }));

/** Parses a number of gates: '2', '2 gates', 'two', '1.0'. */
export const readGates = (text: string): number | undefined => {
  const plain = text.toLowerCase().replace(/\s*(?:walk|drive|single|double)?\s*gates?$/, '');
  const count = COUNTS.get(plain) ?? (/^\d{1,3}(\.0+)?$/.test(plain) ? Number(plain) : undefined);
  return count !== undefined && count <= MAX_GATES ? count : undefined;
};

/** Parses an amount of dollars as cents: '$3,542.08', 'USD 1250.00', '$ 5,000', '3542.0800'. */
export const readQuote = (text: string): number | undefined => {
  const plain = text
    .replace(/^(?:usd|us\$)\s*|\s*(?:usd|dollars?)$/gi, '')
    .replace(/^\$\s+/, '$')
    .replace(/(\.\d{2})0+$/, '$1');
  const value = parseDollars(plain);
  return value === undefined || value < 0 ? undefined : value;
};

/** Parses a ZIP: '83702', '83702-1234', "'83702", 'z:83702', '83702.0', and '1970' for 01970, as spreadsheets save it. */
export const readZip = (text: string): string | undefined => {
  const plain = text
    .replace(/^z:/i, '')
    .replace(/\.0+$/, '')
    .replace(/^['’"=\s]+|["\s]+$/g, '');
  if (/^\d{3,4}$/.test(plain)) return plain.padStart(5, '0');
  return /(?:^|[^\d])(\d{5})(?:-?\d{4})?$/.exec(plain)?.[1];
};

const ADDRESS = /[^\s@<>,;:"'()[\]]+(?:'[^\s@<>,;:"'()[\]]+)*@[^\s@<>,;:"'()[\]]+/g;

/** Returns the email addresses in a cell, in lower case: 'Nia Ford <NIA@EXAMPLE.COM>', 'mailto:a@example.com; b@example.com'. */
export const readEmails = (text: string): string[] => [
  ...new Set(
    (text.normalize('NFKC').match(ADDRESS) ?? []).flatMap((found) => {
      const read = emailSchema.safeParse(found.replace(/^[.|]+|[.|]+$/g, ''));
      return read.success ? [read.data] : [];
    }),
  ),
];

/** How a homeowner consented. Consent from our widget's check box counts as written. */
const CONSENTS = new Map<string, ConsentMethod>(
  Object.entries({
    verbal: 'verbal',
    'by phone': 'verbal',
    phone: 'verbal',
    paper: 'paper',
    written: 'written',
    'in writing': 'written',
    widget: 'written',
  } as const),
);
const NO_CONSENT =
  /^(?:no|n|none|false|0|off|opted[ -]?out|unsubscribed|not subscribed|never subscribed|denied|declined|stop)$/i;

/**
 * Reads how the homeowner agreed to texts. 'none' means that they didn't. Undefined means that the cell may say that
 * they did ('Yes'), but not how, so it can't be recorded as consent.
 */
export const readConsent = (text: string): ConsentMethod | 'none' | undefined =>
  NO_CONSENT.test(text) ? 'none' : CONSENTS.get(text.toLowerCase());

const HAS_LETTER = /\p{L}/u;
const SUFFIX = /^(?:jr|sr|ii|iii|iv|md|esq|phd|dds|llc|inc|co|corp|ltd|lp|llp|pllc|hoa|trust)\b\.?/i;

const NAME_PART = /^[\p{L}\p{M}.'’& -]+$/u;
const WITH_JOB = /^([\p{L}\p{M}.,'’& -]+):[^/].*$/u;

/** Turns 'Quint, Marla' into 'Marla Quint'. Companies and suffixes ('Ito, Jr.') stay as they are. */
const inOrder = (name: string): string => {
  const [last = '', first = '', ...more] = name.split(',').map((part) => part.trim());
  const isPerson = more.length === 0 && first !== '' && last.split(' ').length <= 3 && first.split(' ').length <= 4;
  return isPerson && !SUFFIX.test(first) && [last, first].every((part) => NAME_PART.test(part))
    ? `${first} ${last}`
    : name;
};

export interface NameCells {
  name?: string | undefined;
  firstName?: string | undefined;
  middleName?: string | undefined;
  lastName?: string | undefined;
  company?: string | undefined;
}

const clean = (text: string | undefined): string =>
  (text ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();

/**
 * Returns the name in a row: the name, else the first and last name, else the company. A name without a letter, such as
 * a customer number, is used only if there's no other. Empty if there's none.
 */
export const readName = (cells: NameCells): string => {
  // Some accounting programs add the job: 'Blythe, Cora:Fence'.
  const whole = inOrder(clean(cells.name).replace(WITH_JOB, '$1'));
  const parts = [cells.firstName, cells.middleName, cells.lastName].map(clean).filter(Boolean).join(' ');
  const names = [whole, parts, clean(cells.company)];
  return names.find((name) => HAS_LETTER.test(name) && !name.includes('@')) ?? names.find(Boolean) ?? '';
};
