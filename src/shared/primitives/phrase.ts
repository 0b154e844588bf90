import { type Language, LOCALE } from './language.ts';

/** The places of a template: 'feet' and 'material' of '{feet} of {material}'. */
type PlacesOf<Template extends string> = Template extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesOf<Rest>
  : never;

/** A sentence with named places, as catalogs hold it. Called with their values, it answers the filled sentence. */
export interface Phrase<Place extends string> {
  (values: Record<Place, string | number>): string;
  /** The same cut at its places, for values that are elements: `['Call ', link, '.']`. */
  parts<Part>(values: Record<Place, Part>): (string | Part)[];
  /** Whether it has a place of this name. Also keeps phrases of other places from being taken for this one. */
  readonly has: (place: Place) => boolean;
}

const PLACE = /\{(\w+)\}/;

/** A text with a place of this name, where a catalog travels as plain text. */
export type Template<Place extends string> = `${string}{${Place}}${string}`;

/** A template cut at its places, each with its value. For catalogs that travel as plain text; else `phrase`. */
export const fill = <Part>(template: string, values: Readonly<Record<string, Part>>): (string | Part)[] =>
  template.split(PLACE).map((part, index) => (index % 2 ? (values[part] as Part) : part));

/**
 * Makes a phrase of a template: `phrase('Call {phone}.')`. The names of its places are part of its type: neither a
 * call without one of them nor a translation with others compiles.
 */
export const phrase = <const Template extends string>(template: Template): Phrase<PlacesOf<Template>> => {
  type Place = PlacesOf<Template>;
  return Object.assign((values: Record<Place, string | number>) => fill(template, values).join(''), {
    parts: <Part>(values: Record<Place, Part>) => fill<Part>(template, values),
    has: (place: Place) => template.includes(`{${place}}`),
  });
};

/** The forms of a phrase that counts: by default `other`, `none` for 0 where it is said differently. */
interface Forms<Template extends string> {
  none?: Template;
  one: Template;
  other: Template;
}

/** A phrase with a count, which is filled in as a number of the language: 'no gates', '1 gate', '2 gates'. */
export type Counted<Place extends string> = (
  values: { count: number } & Record<Exclude<Place, 'count'>, string | number>,
) => string;

/** Makes counted phrases of one language: `counted({ one: '{count} gate', other: '{count} gates' })`. */
export const countedIn = (language: Language) => {
  const rules = new Intl.PluralRules(LOCALE[language]);
  const numbers = new Intl.NumberFormat(LOCALE[language]);
  return <const Template extends string>({ none, one, other }: Forms<Template>): Counted<PlacesOf<Template>> =>
    (values) => {
      const { count } = values;
      const form = count === 0 && none !== undefined ? none : rules.select(count) === 'one' ? one : other;
      return fill<string | number>(form, { ...values, count: numbers.format(count) }).join('');
    };
};
