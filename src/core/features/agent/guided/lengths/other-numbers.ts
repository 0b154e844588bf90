import { NUMBER, UNIT } from './units.ts';

const N = String.raw`(?:${NUMBER})`;
const LENGTH = String.raw`${N} ?-?(?:${UNIT})`;
const NO_UNIT = String.raw`(?![\d.,]* ?-?(?:${UNIT}))`;
const MONTH = String.raw`(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)`;
/** Things that have a size of their own, near a fence or in one. */
const THING = String.raw`(?:house|home|pool|garage|shed|deck|porch|driveway|gates?|openings?|posts?|holes?|panels?|boards?|pickets?|dogs?|trees?|trucks?|trailers?|boats?|rv|tractor|mower|street|road|sidewalk|alley|easement|setback|hill|slope|drop|wall|patio slab|casa|alberca|piscina|cochera|puertas?|porton|postes?|paneles|arbol(?:es)?|calle|banqueta)`;

/** Patterns for numbers in a message that don't measure the fence. They expect a normalized message (`plainText`). */
const OTHERS: readonly RegExp[] = [
  // Names and labels: 'my name is Studio 54', 'lot 5', '#12'.
  /\b(?:my name is|me llamo|mi nombre es|(?:i am|i'm|is|we are|we're|it's|its) called|named|se llama|i work (?:at|for)|the company is)\b[^,.;!?]*/,
  new RegExp(
    String.raw`\b(?:apt|apartment|suite|unit|lot|room|route|rt|hwy|highway|exit|block|phase|order|invoice|permit|box|depto|(?:house number|number|code|zip|no\.|numero)(?: is| es)?) ?[#:]? ?${N}\b${NO_UNIT}`,
  ),
  new RegExp(String.raw`#\s?${N}`),
  /\b\d{3}[-. ]\d{4}\b/,
  /\b(?<=\b(?:side|run|section|part|lado|tramo) ?)#?\d(?= ?(?::|is|=|es|mide))/,
  new RegExp(String.raw`\b(?:at|live on|address(?: is)?:?) \d{1,6}(?= [a-z])${NO_UNIT}`),
  // Money.
  new RegExp(String.raw`\$\s*${N}k?(?: ?(?:a|per|\/|por) ?(?:${UNIT}))?`),
  new RegExp(
    String.raw`\b${N} ?(?:dollars|bucks|usd|dolares|pesos|grand|%|percent|por ciento)(?: ?(?:a|per|\/|por|el) ?(?:${UNIT}))?`,
  ),
  new RegExp(String.raw`\b${N} ?(?:a|per|\/|an|each|por|el) ?(?:linear )?(?:foot|ft|pie|yard|meter|metro|gate)\b`),
  new RegExp(
    String.raw`\b(?:budget|spend|pay|paid|afford|quoted(?: me)?|charged?s?|costs?|presupuesto|gastar|pagar|pague|cobr\w+)\b[^,.;!?\d]{0,25}${N}\b${NO_UNIT}`,
  ),
  // Dates, times, durations and ages.
  new RegExp(String.raw`\b${MONTH}\.? \d{1,4}(?:st|nd|rd|th)?(?:,? (?:19|20)\d\d)?\b${NO_UNIT}`),
  new RegExp(String.raw`\b\d{1,2} (?:de )?${MONTH}\b(?: (?:de |del )?(?:19|20)\d\d)?`),
  /\b\d{1,4}[/]\d{1,2}(?:[/]\d{2,4})?\b/,
  /\b\d{4}-\d{2}-\d{2}\b/,
  /\b\d{1,2}(?::\d\d)? ?(?:am|pm|a\.m\.?|p\.m\.?|o'?clock)\b|\b\d{1,2}:\d\d\b/,
  /\b(?:at|around|after|before|by|a las?) \d{1,2}(?= (?:today|tomorrow|tonight|on (?:mon|tue|wed|thu|fri|sat|sun)|in the (?:morning|afternoon|evening)|de la (?:manana|tarde|noche)))/,
  /\b\d+(?:st|nd|rd|th)\b/,
  new RegExp(
    String.raw`\b(?:in|since|by|from|year|built|bought|ano|en|desde) (?:the |it in |the year )?(?:19|20)\d\d\b${NO_UNIT}`,
  ),
  new RegExp(
    String.raw`\b${N} ?-?(?:days?|weeks?|wks?|months?|years?|yrs?|hours?|hrs?|minutes?|mins?|seconds?|dias?|semanas?|mes(?:es)?|anos?|horas?|minutos?)\b(?: old)?`,
  ),
  new RegExp(
    String.raw`\b(?:i'?m|i am|she is|he is|she's|he's|tengo) ${N}\b(?= (?:and|so|but|now|anos)|[,.!?]|$)${NO_UNIT}`,
  ),
  // Areas and weights.
  new RegExp(
    String.raw`\b${N} ?-?(?:sq\.?|square|sqft|sf\b|acres?|hectares?|hectareas?|m2|(?:pies|metros|yardas) cuadrad\w+|pounds?|lbs?|degrees?|mph|knots?)(?: ?(?:${UNIT}))?`,
  ),
  // Sizes of lumber, posts and panels: '4x4 posts', '2 x 6'.
  /\b(?:[1-9]|10|12)(?:\.\d+)? ?(?:x|by) ?(?:[1-9]|10|12)(?:\.\d+)?(?: ?(?:x|by) ?\d+)?(?= (?:posts?|panels?|boards?|rails?|lumber|pressure|cedar|pine|wood|treated|postes?|paneles|tablas?))/,
  /\b2 ?x ?(?:4|6|8)s?\b/,
  new RegExp(
    String.raw`\b${LENGTH} ?(?:wide|tall|high|deep|long|de ancho|de alto|de largo)? ?(?:(?:double|single|drive|driveway|walk|swing|doble|sliding|rolling) )?${THING}\b`,
  ),
  new RegExp(String.raw`\b${THING} (?:at (?:least )?|about )?${LENGTH} ?(?:deep|down|apart|wide|tall|high)\b`),
  new RegExp(
    String.raw`\b${THING} (?:is|are|has|have|(?:should|must|needs? to|has to|have to|can|will) be|debe ser|tienen?|drops|rises|falls|that is|that's|of|measures?|=|es|mide|miden|de) (?:about |only |like |around |just )?${LENGTH}(?: ?(?:wide|tall|high|deep|long))?`,
  ),
  new RegExp(
    String.raw`\b(?:slop(?:es|ing)|drops|rises|falls|baja|sube) (?:about |around |maybe |down |up |by |unos )*${LENGTH}`,
  ),
  new RegExp(String.raw`\b${LENGTH} ?-?(?:thick|underground|tall|high|de alto|de altura)\b`),
  // Distances. '100 ft from the house to the garage' is a length.
  new RegExp(String.raw`\b${N} ?(?:miles?|mi\b|km|kilomet\w+|blocks?|millas|cuadras)`),
  new RegExp(
    String.raw`\b${LENGTH} ?(?:away|apart|on center|oc\b|off (?:of )?(?:the|my)|inside (?:the|my)|behind the|(?:back )?from (?!(?:[a-z']+ ){1,5}to\b)|short of|outside|setback|past the|de distancia|de la (?:calle|casa|linea|banqueta)|del (?:vecino|lindero))`,
  ),
  new RegExp(
    String.raw`\b(?:set ?back|every|spaced|spacing|within|closest|distance(?: is| of)?|a distancia de) (?:of |is |about |at )?${LENGTH}`,
  ),
  // Counts of other things.
  new RegExp(
    String.raw`\b${N} (?:big |small |large |old |more |other )?(?:dogs?|puppies|cats|horses|kids?|children|people|cars?|trees?|posts?|panels?|neighbou?rs?|houses?|quotes?|estimates?|bids?|guys?|times?|corners?|companies|rails?|boards?|pickets?|horizontal|windows?|doors?|options?|questions?|perros?|ninos?|hijos|postes?|paneles|esquinas|vecinos?|casas?|preguntas?|story|stories|car)\b(?! ?(?:${UNIT}))`,
  ),
].map((pattern) => new RegExp(pattern, 'g'));

/**
 * Blanks out the numbers that don't measure the fence, such as prices, dates, ages, areas, distances, post sizes and
 * numbers in names. The string keeps its length.
 */
export const withoutOtherNumbers = (text: string): string =>
  OTHERS.reduce((rest, pattern) => rest.replaceAll(pattern, (whole) => ' '.repeat(whole.length)), text);

/** Matches a note for the crew, up to the end of the message. A note doesn't describe the fence. */
const NOTE =
  /(?:^|[\s.;,!(])(?:(?:crew |side |special |quick |additional )?notes?(?: (?:for|to)(?: the| your)? [a-z]+)?|p\.?s\.?|fyi|memo|remarks?|nota(?: para (?:el |la |los )?[a-z]+)?|(?:please )?(?:tell|let) (?:the|your) (?:crew|guys|installers?|team)(?: know)?(?: that)?|(?:d[ií]ga|avise)(?:n|s)?les? (?:al equipo|a (?:los|sus) [a-z]+))(?: ?[:,-]|(?<=crew|guys|installers?|team|know|that|equipo)) .*$/s;

/** Splits a normalized message (`plainText`) into its own text and the note for the crew at its end, if any. */
export function withoutNote(text: string): { text: string; note: string | null } {
  const match = NOTE.exec(text);
  return match === null ? { text, note: null } : { text: text.slice(0, match.index), note: match[0].trim() };
}
