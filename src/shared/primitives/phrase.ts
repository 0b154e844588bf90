import { type Language, LOCALE } from './language.ts';

/** The names of a template's placeholders: 'feet' and 'material' in '{feet} of {material}'. */
type PlacesOf<Template extends string> = Template extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesOf<Rest>
  : never;

/**
 * A sentence with named placeholders, for the language catalogs. Calling it with values returns the filled sentence.
 */
export interface Phrase<Place extends string> {
  (values: Record<Place, string | number>): string;
  /**
   * Returns the sentence in parts, with the placeholders replaced by the values. The values can be elements: `['Call ',
   * link, '.']`.
   */
  parts<Part>(values: Record<Place, Part>): (string | Part)[];
  /**
   * Whether the sentence has a placeholder with this name. This member also makes the types of phrases with different
   * placeholders incompatible.
   */
  readonly has: (place: Place) => boolean;
}

const PLACE = /\{(\w+)\}/;

/** The type of a string with this placeholder, for catalogs that are sent as plain strings. */
export type Template<Place extends string> = `${string}{${Place}}${string}`;

/**
 * Fills a template's placeholders and returns its parts. Used for catalogs that are sent as plain strings. Other
 * catalogs use `phrase`.
 */
export const fill = <Part>(template: string, values: Readonly<Record<string, Part>>): (string | Part)[] =>
  template.split(PLACE).map((part, index) => (index % 2 ? (values[part] as Part) : part));

/**
 * Creates a phrase from a template: `phrase('Call {phone}.')`. The placeholder names are part of its type. A call that
 * omits a placeholder doesn't compile. A translation with different placeholders doesn't compile either.
 */
export const phrase = <const Template extends string>(template: Template): Phrase<PlacesOf<Template>> => {
  type Place = PlacesOf<Template>;
  return Object.assign((values: Record<Place, string | number>) => fill(template, values).join(''), {
    parts: <Part>(values: Record<Place, Part>) => fill<Part>(template, values),
    has: (place: Place) => template.includes(`{${place}}`),
  });
};

/** The plural forms of a phrase. `none`, if given, replaces `other` for 0. */
interface Forms<Template extends string> {
  none?: Template;
  one: Template;
  other: Template;
}

/** A phrase with a count, which is formatted for the phrase's language: 'no gates', '1 gate', '2 gates'. */
export type Counted<Place extends string> = (
  values: { count: number } & Record<Exclude<Place, 'count'>, string | number>,
) => string;

/**
 * Returns a function that creates counted phrases in a language: `counted({ one: '{count} gate', other: '{count} gates'
 * })`.
 */
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
