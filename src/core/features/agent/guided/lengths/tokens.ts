import { NUMBER, UNIT } from './units.ts';

/**
 * The kinds of words that decide what a length is:
 *
 * - `num`: a number, with its unit if it has one
 * - `count`: the number of sides ('3 sides'); `each` and `both`: a length that occurs several times
 * - `side`: a part of the fence, such as 'back' or 'left'
 * - `total`: the number beside it is the whole fence; `around`: the fence surrounds the yard
 * - `fix`: the homeowner corrects themselves; `less`: the number is subtracted
 * - `open`: the number is a limit rather than a length, as in 'at least 100 ft'
 */
export type Kind = 'num' | 'count' | 'each' | 'both' | 'side' | 'total' | 'around' | 'fix' | 'less' | 'open';

export interface Token {
  kind: Kind;
  at: number;
  end: number;
  /** The number of a `num` or a `count`, as typed. Empty for other kinds. */
  number: string;
  /** The unit of a `num`. Undefined if it has none. */
  unit: string | undefined;
  /** The inches after the feet, as in 60' 6". */
  inches: number;
}

const SIDES = String.raw`(?:(?:equal|other|long|longer|short|shorter|straight|remaining|outer|main|iguales) )*(?:sides|runs|sections|stretches|legs|lines|lados|tramos|costados)\b`;
const CORRECTED = String.raw`(?:(?:wait|sorry|actually|it'?s|that'?s|make it|make that|more like|about|around|i mean|i meant|really|it should be|is|son|es|espera|perdon|mejor|el total es|the)\b[ ,.:]*)`;

const PATTERNS: readonly (readonly [Kind, string])[] = [
  [
    'each',
    String.raw`\b(?:each(?: (?:side|one|1|way|of (?:them|those)))?|apiece|ea\b|(?:per|a) side(?! yard)|every side|cada (?:uno|una|1|lado|tramo)|cada)\b|\bc\/u`,
  ],
  [
    'both',
    String.raw`\b(?:both(?: of)?(?: the| my)?(?: (?:long |short |other )?(?:sides?|ends))?|ambos(?: lados)?|ambas)\b`,
  ],
  [
    'around',
    String.raw`\b(?:all (?:the way )?around|all the way round|around (?:the|my|our|it|everything)\b|all of it|the (?:whole|entire) (?:thing|yard|backyard|lot|property|perimeter|way around)|enclos\w+|fence (?:it |the yard |my yard )?in\b|alrededor|todo el (?:patio|terreno|jardin|perimetro)|all sides(?! \d))\b`,
  ],
  [
    'total',
    String.raw`\b(?:in total|total(?:s|ing|ed)?|in all|all together|altogether|all told|all in|overall|combined|en total|length|perimeter|footage|largo|longitud|perimetro|so)\b|=`,
  ],
  [
    'count',
    String.raw`\b(?<count>[2-9]|1[0-2]) (?:${SIDES}|of (?:them|those)\b|(?=(?:are|measure|miden|son) )|(?=${NUMBER} ?-?(?:${UNIT}) ?(?:long )?${SIDES}))`,
  ],
  [
    'side',
    String.raw`\b(?:(?:the |an)?other 1|(?:the )?other(?= is\b| at\b| side)|the other\b|1 (?=is |at |on |of them)|1 (?:side|way|section|run|stretch|part|piece|lado|tramo|parte)|side|run|section|stretch|back|front|rear|left|right|north|south|east|west|other way|here|there(?!'?s\b| (?:is|are|was|were|will|has|have)\b)|top|bottom|along|across|behind|alley|street|driveway|neighbou?r|lado|costado|tramo|frente|adelante|atras|fondo|izquierd[oa]|derech[oa]|un lado|otro)\b`,
  ],
  [
    'less',
    String.raw`\b(?:minus|menos(?! de)|less(?! than)|fewer|shorter|shorten|except|excluding|subtract|take (?:off|away)|taking off|deduct|knock off|quit(?:ar|en|e)|rest(?:ar|en|e))\b`,
  ],
  [
    'open',
    String.raw`\b(?:at least|at most|up to|(?:a (?:little|bit) )?(?:over|under|more than|less than|fewer than)|no more than|minimum(?: of)?|min|maximum(?: of)?|max|almost|nearly|por lo menos|al menos|hasta|mas de|menos de|maximo|minimo|casi|half|a third|a quarter|twice|double|triple|mitad|doble|tercio)\b`,
  ],
  [
    'fix',
    String.raw`\b(?:actually|sorry|i mean(?:t)?|make (?:it|that)|instead|rather|correction|wait|oops|should(?: have)? be(?:en)?|scratch that|mejor|perdon|en realidad|qui(?:se|ero) decir|digo|corri[jg]o|espera|mas bien|no(?=[ ,.;:-]+${CORRECTED}*-?\d))\b`,
  ],
  [
    'num',
    String.raw`(?<![\d.,a-z])(?<num>(?:(?<!(?:\d ?(?:ft|feet|foot|pies|m|yards)?|['"]) ?)-)?${NUMBER})(?: ?-? ?(?<unit>${UNIT}))?(?: ?(?:and )?(?<inches>\d{1,2}) ?(?:"|''|inch(?:es)?\b|pulgadas?\b|in\b(?= ?(?:[,.;]|$))))?`,
  ],
];
const TOKEN = new RegExp(PATTERNS.map(([kind, pattern]) => `(?<is_${kind}>${pattern})`).join('|'), 'g');

/** Finds the words that `Kind` lists, in order, in a normalized message (`plainText`). */
export const tokensOf = (text: string): Token[] =>
  [...text.matchAll(TOKEN)].map(({ 0: whole, index, groups = {} }) => ({
    kind: PATTERNS.find(([kind]) => groups[`is_${kind}`] !== undefined)?.[0] ?? 'side',
    at: index,
    end: index + whole.length,
    number: groups['num'] ?? groups['count'] ?? '',
    unit: groups['unit'],
    inches: Number(groups['inches'] ?? 0),
  }));
