import MiniSearch from 'minisearch';
import type { Fact } from './guided-state.ts';
import { plainText } from './plain-text.ts';

/** Words that can appear in any question, in English and Spanish. They're ignored. */
const COMMON = new Set(
  `a an and any are as at be but by can could did do does for from get give had has have how i if in is it its just like me
  my need of on or our please so some tell that the their them there they this to us want was we what when where which who
  will with would you your fence fences company about also know hi hello thanks u ur guys folks yall ya any n w got
  al algo con cual cuales cuando como de del donde el ella ellos en es esa ese esta este estan hay la las le les lo los me mi
  muy no o para pero por que quien se si sin son su sus tambien tienen tiene un una uno unos usted ustedes y yo cerca cercas
  empresa hola gracias quiero saber hacen puede pueden`.split(/\s+/),
);
/** Groups of synonyms, each represented by its first word. */
const ALIKE: readonly (readonly string[])[] = [
  ['warranty', 'guarantee', 'guaranteed', 'warranties', 'garantia'],
  ['permit', 'permits', 'permiso', 'permisos'],
  ['hours', 'open', 'opening', 'closed', 'close', 'horario', 'abiertos', 'abren', 'cierran'],
  [
    'area',
    'areas',
    'serve',
    'service',
    'cities',
    'city',
    'travel',
    'cover',
    'zona',
    'zonas',
    'ciudad',
    'trabajan',
    'sirven',
  ],
  ['pay', 'payment', 'payments', 'card', 'check', 'cash', 'pago', 'pagos', 'pagar', 'tarjeta', 'efectivo'],
  ['finance', 'financing', 'installments', 'financiamiento', 'plazos', 'cuotas'],
  ['deposit', 'down', 'upfront', 'deposito', 'anticipo', 'enganche'],
  ['material', 'materials', 'types', 'kinds', 'materiales', 'tipos'],
  ['phone', 'number', 'telephone', 'telefono', 'numero'],
  ['insurance', 'insured', 'bonded', 'seguro', 'asegurados'],
  ['license', 'licensed', 'licence', 'licenced', 'licencia', 'licenciados'],
  ['repair', 'repairs', 'fix', 'reparar', 'reparan', 'reparacion', 'arreglan'],
  ['stain', 'staining', 'paint', 'seal', 'pintan', 'pintar', 'tenir', 'tinen'],
  ['remove', 'removal', 'haul', 'tear', 'quitar', 'quitan', 'retirar', 'retiran'],
];
const SAME = new Map(ALIKE.flatMap(([first = '', ...others]) => others.map((word) => [word, first] as const)));

const termOf = (term: string): string | null => (term.length < 2 || COMMON.has(term) ? null : (SAME.get(term) ?? term));

/** The minimum share of a question's significant words that a fact's question or answer must contain. */
const ENOUGH = 0.5;
/**
 * Topics for which a single word shared with the fact is enough, whatever else the question contains ('does the vinyl
 * come with a warranty?').
 */
const TOPICS = new Set(['warranty', 'finance', 'deposit']);

/**
 * Returns a function that finds the company's fact for a homeowner's question. The fact must contain at least half of
 * the question's significant words. For the topics in `TOPICS`, one word is enough. At least one of the words must be
 * in the fact's own question. Words may be English or Spanish, and may have typos. Returns undefined if no fact
 * matches. In that case, a person answers.
 */
export function factSearch(facts: readonly Fact[]): (question: string) => Fact | undefined {
  const tokenize = (text: string): string[] =>
    plainText(text)
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== '');
  const index = new MiniSearch<Fact>({
    fields: ['question', 'answer'],
    tokenize,
    processTerm: termOf,
    searchOptions: {
      boost: { question: 3 },
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      prefix: (term) => term.length > 4,
    },
  });
  index.addAll(facts);
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  return (question) => {
    const asked = new Set(
      tokenize(question)
        .map(termOf)
        .filter((term) => term !== null),
    );
    if (asked.size === 0) return undefined;
    const results = index.search(question);
    const topic = [...asked].find((term) => TOPICS.has(term));
    const best = results.find(({ match }) => topic !== undefined && match[topic]?.includes('question')) ?? results[0];
    if (best === undefined) return undefined;
    const inQuestion = Object.values(best.match).some((fields) => fields.includes('question'));
    const enough = best.queryTerms.length >= asked.size * ENOUGH || best.queryTerms.some((term) => TOPICS.has(term));
    return inQuestion && enough ? byId.get(best.id as string) : undefined;
  };
}
