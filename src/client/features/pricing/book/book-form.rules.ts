import { bookInput } from '#shared/features/pricing/price-book.schema.ts';
import { type GateKind, neutralBook, type PriceBook, type Tax, WALK } from '#shared/features/pricing/price-book.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { parseDollars } from '#shared/primitives/cents.ts';
import { isSameJson } from '../../../lib/form.ts';
import { priceText } from '../pricing-form.rules.ts';

export interface HeightRow {
  materialId: string;
  heightFt: string;
  perFootCents: string;
}
export interface GatePriceRow {
  materialId: string;
  /** '' for every height of the material. */
  heightFt: string;
  priceCents: string;
}
export interface GateRow {
  key: string;
  label: string;
  leaves: '1' | '2';
  widthFt: string;
  priceCents: string;
  byMaterial: GatePriceRow[];
}
export interface ItemRow {
  /** '' for a new item. */
  id: string;
  label: string;
  unit: 'job' | 'each' | 'foot';
  cents: string;
  optional: boolean;
}
export interface ZoneRow {
  /** ZIP codes, separated by spaces or commas. */
  zips: string;
  refuse: boolean;
  cents: string;
}

/**
 * A price book as typed. Fields have the names of the book's, so that errors have the same paths. Amounts are in dollars,
 * and '' counts as 0 where a price is neutral at 0.
 */
export interface BookForm {
  heights: HeightRow[];
  gateKinds: GateRow[];
  removalPerFootCents: string;
  slope: { moderatePercent: string; steepPercent: string };
  hardDigPercent: string;
  corners: { cornerCents: string; endCents: string };
  items: ItemRow[];
  zones: ZoneRow[];
  minimumCents: string;
  roundToCents: string;
  tax: { bps: string; on: Tax['on']; text: string };
  gateTakesWidth: boolean;
  range: { percent: string };
}

const orEmpty = (cents: number): string => (cents === 0 ? '' : priceText(cents));
const percentText = (percent: number): string => (percent === 0 ? '' : String(percent));

export const bookFormOf = (book: PriceBook): BookForm => ({
  heights: book.heights.map(({ materialId, heightFt, perFootCents }) => ({
    materialId,
    heightFt: String(heightFt),
    perFootCents: priceText(perFootCents),
  })),
  gateKinds: book.gateKinds.map(({ key, label, leaves, widthFt, priceCents, byMaterial = [] }) => ({
    key,
    label,
    leaves: leaves === 1 ? '1' : '2',
    widthFt: String(widthFt),
    priceCents: priceText(priceCents),
    byMaterial: byMaterial.map((row) => ({
      materialId: row.materialId,
      heightFt: row.heightFt === undefined ? '' : String(row.heightFt),
      priceCents: priceText(row.priceCents),
    })),
  })),
  removalPerFootCents: orEmpty(book.removalPerFootCents),
  slope: {
    moderatePercent: percentText(book.slope.moderatePercent),
    steepPercent: percentText(book.slope.steepPercent),
  },
  hardDigPercent: percentText(book.hardDigPercent),
  corners: { cornerCents: orEmpty(book.corners.cornerCents), endCents: orEmpty(book.corners.endCents) },
  items: book.items.map(({ id, label, unit, cents, optional }) => ({
    id,
    label,
    unit,
    cents: priceText(cents),
    optional,
  })),
  zones: book.zones.map((zone) => ({
    zips: zone.zips.join(' '),
    refuse: 'refuse' in zone,
    cents: 'cents' in zone ? priceText(zone.cents) : '',
  })),
  minimumCents: orEmpty(book.minimumCents),
  roundToCents: String(book.roundToCents),
  tax: { bps: percentText(book.tax.bps / 100), on: book.tax.on, text: book.tax.text },
  gateTakesWidth: book.gateTakesWidth,
  range: { percent: percentText(book.range.percent) },
});

/** NaN for text that isn't an amount, which the schema refuses with its own sentence. */
const readCents = (text: string): number => parseDollars(text) ?? Number.NaN;
const readNumber = (text: string): number => {
  const plain = text.trim().replace(/\s*(%|ft)$/i, '');
  return plain === '' ? Number.NaN : Number(plain);
};
const centsOrZero = (text: string): number => (text.trim() === '' ? 0 : readCents(text));
const numberOrZero = (text: string): number => (text.trim() === '' ? 0 : readNumber(text));
const zipsIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);
const heightIn = (text: string): { heightFt?: number } => (text.trim() === '' ? {} : { heightFt: readNumber(text) });

/** Returns the book that the form describes. It isn't checked yet. */
export const toBook = (form: BookForm) => ({
  heights: form.heights.map(({ materialId, heightFt, perFootCents }) => ({
    materialId,
    heightFt: readNumber(heightFt),
    perFootCents: readCents(perFootCents),
  })),
  gateKinds: form.gateKinds.map(({ key, label, leaves, widthFt, priceCents, byMaterial }) => ({
    key,
    label,
    leaves: leaves === '1' ? (1 as const) : (2 as const),
    widthFt: readNumber(widthFt),
    priceCents: readCents(priceCents),
    ...(byMaterial.length > 0 && {
      byMaterial: byMaterial.map((row) => ({
        materialId: row.materialId,
        ...heightIn(row.heightFt),
        priceCents: readCents(row.priceCents),
      })),
    }),
  })),
  removalPerFootCents: centsOrZero(form.removalPerFootCents),
  slope: {
    moderatePercent: numberOrZero(form.slope.moderatePercent),
    steepPercent: numberOrZero(form.slope.steepPercent),
  },
  hardDigPercent: numberOrZero(form.hardDigPercent),
  corners: { cornerCents: centsOrZero(form.corners.cornerCents), endCents: centsOrZero(form.corners.endCents) },
  items: form.items.map(({ id, cents, ...item }) => ({ ...item, ...(id !== '' && { id }), cents: readCents(cents) })),
  zones: form.zones.map(({ zips, refuse, cents }) =>
    refuse ? { zips: zipsIn(zips), refuse: true as const } : { zips: zipsIn(zips), cents: readCents(cents) },
  ),
  minimumCents: centsOrZero(form.minimumCents),
  roundToCents: Number(form.roundToCents),
  tax: {
    bps: Number((numberOrZero(form.tax.bps) * 100).toFixed(6)),
    on: form.tax.on,
    text: form.tax.text,
  },
  gateTakesWidth: form.gateTakesWidth,
  range: { percent: numberOrZero(form.range.percent) },
});

/**
 * Returns the path of the field that shows an error. The server's paths begin with `book.`, and a zone's ZIP codes share a
 * field.
 */
export const fieldPath = (path: string): string =>
  path.replace(/^book\./, '').replace(/^(zones\.\d+)(\.zips\.\d+)?$/, (_all, zone: string) => `${zone}.zips`);

/** Returns all of the form's errors by path. The rules are the server's own. */
export const bookFaults = (form: BookForm): FieldErrors => {
  const faults: FieldErrors = {};
  for (const { path, message } of bookInput.safeParse(toBook(form)).error?.issues ?? [])
    faults[fieldPath(path.join('.'))] ??= message;
  return faults;
};

/**
 * Returns the form without what isn't complete yet: rows with an error are left out, and other fields with an error are
 * neutral.
 */
const withoutFaults = (form: BookForm): BookForm => {
  const paths = Object.keys(bookFaults(form)).map((path) => path.split('.'));
  const neutral = neutralForm(form);
  const without = <Row>(name: keyof BookForm, rows: Row[]): Row[] =>
    rows.filter((_row, index) => !paths.some(([list, at]) => list === name && at === String(index)));
  const faulty = new Set(paths.map(([name]) => name));
  const scalar = <Name extends keyof BookForm>(name: Name): BookForm[Name] =>
    faulty.has(name) ? neutral[name] : form[name];
  return {
    ...form,
    heights: without('heights', form.heights),
    gateKinds: faulty.has('gateKinds') ? neutral.gateKinds : form.gateKinds,
    items: without('items', form.items),
    zones: without('zones', form.zones),
    removalPerFootCents: scalar('removalPerFootCents'),
    slope: scalar('slope'),
    hardDigPercent: scalar('hardDigPercent'),
    corners: scalar('corners'),
    minimumCents: scalar('minimumCents'),
    tax: scalar('tax'),
    range: scalar('range'),
  };
};

/** Returns the book for the sample, without what isn't complete yet. Undefined if even then there's none. */
export const sampleBook = (form: BookForm): PriceBook | undefined => {
  const { data } = bookInput.safeParse(toBook(withoutFaults(form)));
  return data && { ...data, items: data.items.map((item, index) => ({ ...item, id: item.id ?? `new-${index}` })) };
};

/** The parts of a price book, in the order of the page. */
export const PARTS = [
  'heights',
  'gates',
  'removal',
  'ground',
  'corners',
  'items',
  'zones',
  'minimum',
  'rounding',
  'tax',
  'openings',
  'range',
] as const;
export type Part = (typeof PARTS)[number];

interface PartRules {
  title: string;
  /** What the part does, for the list of what can be added. */
  about: string;
  /** Returns the part of the form. */
  of: (form: BookForm) => Partial<BookForm>;
}

/** Every part: its name, and its fields in the form. */
export const PART: Record<Part, PartRules> = {
  heights: {
    title: 'Prices by height',
    about: 'A price per foot for each height of a material.',
    of: ({ heights }) => ({ heights }),
  },
  gates: {
    title: 'Gate kinds',
    about: 'Walk, double and your own gates, each with its width and price.',
    of: ({ gateKinds }) => ({ gateKinds }),
  },
  removal: {
    title: 'Old fence removal',
    about: 'A price per foot for taking away an old fence.',
    of: ({ removalPerFootCents }) => ({ removalPerFootCents }),
  },
  ground: {
    title: 'Slope and hard digging',
    about: 'A share of the run’s price, added on slopes, rock or roots.',
    of: ({ slope, hardDigPercent }) => ({ slope, hardDigPercent }),
  },
  corners: {
    title: 'Corners and ends',
    about: 'A price for each corner and each end of the fence.',
    of: ({ corners }) => ({ corners }),
  },
  items: {
    title: 'Your own items',
    about: 'Permit, delivery, disposal: per job, each or per foot.',
    of: ({ items }) => ({ items }),
  },
  zones: {
    title: 'Zones by ZIP',
    about: 'A surcharge for far places, or places where you don’t work.',
    of: ({ zones }) => ({ zones }),
  },
  minimum: {
    title: 'Minimum job',
    about: 'A smaller job is filled up to this amount.',
    of: ({ minimumCents }) => ({ minimumCents }),
  },
  rounding: {
    title: 'Rounding',
    about: 'Rounds the sum to the nearest $1, $5, $10, $25 or $50.',
    of: ({ roundToCents }) => ({ roundToCents }),
  },
  tax: {
    title: 'Sales tax',
    about: 'A rate on everything, or on the fence alone.',
    of: ({ tax }) => ({ tax }),
  },
  openings: {
    title: 'Gate openings',
    about: 'Takes the gates’ widths off the priced feet.',
    of: ({ gateTakesWidth }) => ({ gateTakesWidth }),
  },
  range: {
    title: 'Price range',
    about: 'Homeowners see a range until they leave their contact details.',
    of: ({ range }) => ({ range }),
  },
};

/** The form of a book that changes no price. Gates cost what a walk gate costs now. */
export const neutralForm = (form: BookForm): BookForm => {
  const walk = form.gateKinds.find(({ key }) => key === WALK)?.priceCents ?? '';
  const neutral = bookFormOf(neutralBook(0));
  return { ...neutral, gateKinds: neutral.gateKinds.map((kind) => ({ ...kind, priceCents: walk })) };
};

/** Whether a part changes prices, so that it's shown. */
export const isSet = (part: Part, form: BookForm): boolean =>
  !isSameJson(PART[part].of(form), PART[part].of(neutralForm(form)));

/** Returns a key for a new kind of gate that no other one has: 'gate-3'. */
export const newGateKey = (kinds: readonly Pick<GateKind, 'key'>[]): string => {
  for (let number = kinds.length + 1; ; number += 1)
    if (kinds.every(({ key }) => key !== `gate-${number}`)) return `gate-${number}`;
};

/** Returns what a part has when it's just been opened, such as a first empty row. */
export const opened = (part: Part, form: BookForm, materials: readonly { id: string }[]): Partial<BookForm> => {
  const materialId = materials[0]?.id ?? '';
  if (part === 'heights') return { heights: [{ materialId, heightFt: '6', perFootCents: '' }] };
  if (part === 'items') return { items: [{ id: '', label: '', unit: 'job', cents: '', optional: false }] };
  if (part === 'zones') return { zones: [{ zips: '', refuse: false, cents: '' }] };
  if (part === 'openings') return { gateTakesWidth: true };
  return PART[part].of(form);
};
