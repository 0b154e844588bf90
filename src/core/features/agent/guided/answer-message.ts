import { isDeepStrictEqual } from 'node:util';
import { rangeAround } from '#shared/features/pricing/price-range.rules.ts';
import { afterHandover, handOver, isChanged, isReachable } from './hand-over.ts';
import {
  type Answered,
  type Asked,
  type Fact,
  type GuidedCompany,
  type GuidedState,
  only,
  type ToldPrice,
} from './guided-state.ts';
import { languageOf, readIntents } from './intents.ts';
import { learnLength } from './learn-length.ts';
import { heightIn } from './materials.ts';
import { plainText } from './plain-text.ts';
import { isTooLong, learned, type Read, readMessage, readPart } from './read-message.ts';
import type { GuidedWords } from './words/en.ts';
import { WORDS } from './words/index.ts';

/**
 * Answers one message without a model. The function is pure: the same state and message give the same answer. The only
 * amounts in an answer come from `company.priceOf` and from facts. The only details from the homeowner that an answer
 * repeats are a length, a height and a name.
 */
export function answerMessage(before: GuidedState, message: string, company: GuidedCompany): Answered {
  const read = readMessage(readPart(message), before, company);
  const language = languageOf(read.plain) ?? before.language;
  const state = learned({ ...before, language }, read, company);
  const words = WORDS[language];
  const answer =
    isTooLong(message) && before.handedOver === null
      ? handOver(state, { reason: 'unsure', said: words.handover })
      : turn(state, before, read, company);
  const opening = state.disclosed ? [] : [words.automated(company.name)];
  return { ...answer, state: { ...answer.state, disclosed: true }, text: [...opening, answer.text].join(' ') };
}

function turn(state: GuidedState, before: GuidedState, read: Read, company: GuidedCompany): Answered {
  const { intents } = read;
  const words = WORDS[state.language];
  if (intents.angry) return handOver(state, { reason: 'angry', said: words.handoverAngry });
  if (before.handedOver !== null) return afterHandover(state, before, read);
  if (intents.child) return only(state, words.child);
  if (intents.person) return handOver(state, { reason: 'asked', said: words.handover });
  if (company.isForbidden(read.plain)) return declined(state, before, read, company);
  if (intents.law) return answerLaw(state, before, read, company);
  const facts = intents.question || intents.price ? answersOf(read, state, company) : [];
  const said = [...facts, ...remarks(state, before, read, { company, facts: facts.length })];
  const changed = isChanged(state, before);
  if (said.length === 0 && !changed) {
    const lost = whatIsUnclear(state, read, words);
    if (lost !== undefined) return lost;
  }
  return goOn({ ...state, unsure: 0 }, before, { said, company, read });
}

/**
 * Returns the answer about a topic that the contractor excluded. The answer uses no facts and refers the homeowner to a
 * person.
 */
const declined = (state: GuidedState, before: GuidedState, read: Read, company: GuidedCompany): Answered =>
  goOn({ ...state, unsure: 0 }, before, { said: [WORDS[state.language].notHere(company.name)], company, read });

/**
 * Returns the answer to a message that contains no fence details, no contact details and no question that a fact
 * answers. Returns undefined if the message is clear anyway, such as a greeting.
 */
function whatIsUnclear(state: GuidedState, { intents, message }: Read, words: GuidedWords): Answered | undefined {
  if (intents.price || intents.greeting || intents.thanks || intents.yes) return undefined;
  if (intents.wish && !intents.question && !intents.instructs) return undefined;
  if (intents.no && (state.asked === 'more' || state.asked === 'reach' || state.asked === 'name')) return undefined;
  // A question right after an unclear one is about the same thing, even if it doesn't mention fences.
  const followsUp = state.unsure >= 1 && intents.question && !intents.instructs;
  if ((intents.instructs || !intents.aboutFences) && !followsUp) {
    // Off-topic messages, including random typing, are never handed over and don't count as unclear. The second unclear
    // message is handed over, unless the agent understood a message in between.
    const isWords = /[\p{L}]{2,}/u.test(message);
    if (isWords) return only(state, intents.instructs ? words.instructs : words.offTopic);
  }
  const unanswered = intents.question ? message : null;
  if (state.unsure >= 1) return { ...handOver(state, { reason: 'unsure', said: words.handover }), unanswered };
  const ask = nextQuestion(state, words);
  return {
    ...only(
      { ...state, unsure: state.unsure + 1, asked: ask?.asked ?? state.asked },
      join(intents.question ? words.unknown : words.unsure, ask?.text),
    ),
    unanswered,
  };
}

const join = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(' ');

/** Finds at most two facts that answer a message's questions. */
function answersOf({ message, plain }: Read, { language }: GuidedState, company: GuidedCompany): string[] {
  const questions = message.split(
    /(?<=[?.!;])\s+|,?\s+(?:and|y|also|también)\s+(?=(?:do|does|can|are|what|which|who|when|where|how|is|qué|cuál(?:es)?|cómo|cuándo|dónde|hacen|tienen|pueden)\b)/i,
  );
  const found = new Map<string, string>();
  for (const question of (questions.length > 0 ? questions : [plain]).flatMap(withItsParts)) {
    const fact =
      isAboutOwnFence(question) || ABOUT_OWN_NUMBER.test(question) ? undefined : factFor(question, language, company);
    if (fact !== undefined) found.set(fact.id, fact.answer);
  }
  return [...found.values()].slice(0, 2);
}

/** Matches a question about the homeowner's own phone number: 'who gave you this number?' */
const ABOUT_OWN_NUMBER = /\b(?:this|my|our|mi|este) (?:phone |cell )?(?:number|n[uú]mero)\b/i;

/** Returns a question and, if it asks about several things ('insurance n a license'), the question about each. */
function withItsParts(question: string): string[] {
  const parts = question.split(/\s+(?:and|n|or|y|o)\s+|\s*[&,/]\s*/i);
  return parts.length === 1 ? [question] : [question, ...parts];
}

/** Matches questions about the service area that name a place, such as 'Do you come out to Nampa?'. */
const IN_A_PLACE =
  /\b(?:[Dd]o|[Cc]an|[Ww]ill|[Aa]re|[Ww]ould) (?:you|u)\b(?: guys| all| folks)?[a-z' ]*\b(?:work(?:ing)?|come|go|serve|service|cover|travel|install|build|deliver)\b[a-z' ]*\b(?:in|to|around|near|as far as) \p{Lu}|\b(?:[Tt]rabajan|[Vv]an|[Ll]legan|[Vv]ienen|[Ii]nstalan) (?:en|a|hasta) \p{Lu}/u;
const AREA_QUESTION = { en: 'Which areas do you serve?', es: '¿En qué zonas trabajan?' } as const;

const factFor = (question: string, language: GuidedState['language'], company: GuidedCompany): Fact | undefined =>
  company.findFact(question, language) ??
  (IN_A_PLACE.test(question) ? company.findFact(AREA_QUESTION[language], language) : undefined);

/**
 * Whether a question is about the homeowner's own fence. 'How much is 150 ft of vinyl?' is answered with the price, not
 * with a fact about prices.
 */
const isAboutOwnFence = (question: string): boolean => {
  const intents = readIntents(plainText(question));
  return (
    intents.price && !/\b(?:financ|deposit|pay|free|gratis|pago|deposito|estimates? free)/.test(plainText(question))
  );
};

/**
 * Returns the remarks that come before the next question, such as a reply to a request for a discount or a note that
 * the email address is invalid.
 */
function remarks(
  state: GuidedState,
  before: GuidedState,
  read: Read,
  { company, facts }: { company: GuidedCompany; facts: number },
): string[] {
  const words = WORDS[state.language];
  const { intents, contact, fence } = read;
  const names = company.materials.map(({ name }) => name);
  const chosen = company.materials.find(({ id }) => id === state.fence.materialId)?.name ?? '';
  const { shown } = learnLength(before, read);
  return [
    ...(intents.whoAreYou && before.disclosed ? [words.stillAutomated(company.name)] : []),
    ...(intents.discount ? [words.discount] : []),
    ...(intents.schedule && facts === 0 ? [words.schedule] : []),
    ...(fence.length.impossible ? [words.impossibleLength] : []),
    ...(company.materialSelection && fence.material.unsold !== null ? [words.unsold(names)] : []),
    ...(contact.broken === 'email' ? [words.brokenEmail] : contact.broken === 'phone' ? [words.brokenPhone] : []),
    ...(state.fence.heightFt !== null &&
    state.fence.heightFt !== before.fence.heightFt &&
    state.fence.heightFt !== heightIn(chosen)
      ? [words.heightNoted(state.fence.heightFt)]
      : []),
    ...(state.fence.removal && !before.fence.removal ? [words.removalNoted] : []),
    ...(fence.asksRemoval && facts === 0 ? [words.removalExcluded] : []),
    ...(intents.extras && !fence.asksRemoval && facts === 0 ? [words.extrasExcluded] : []),
    ...(read.note === null ? [] : [state.lead ? words.noted : words.noteLater]),
    ...(shown?.feet === state.fence.feet ? [words.reckoned(shown)] : []),
  ];
}

interface Going {
  said: readonly string[];
  company: GuidedCompany;
  read: Read;
}

/**
 * Continues the conversation: states the price if it's new or the homeowner asks for it again, says whether the request
 * was sent, and asks for missing information.
 */
function goOn(state: GuidedState, before: GuidedState, { said, company, read }: Going): Answered {
  const words = WORDS[state.language];
  const asksAgain = read.intents.price && !read.intents.discount && said.length === 0 && !isChanged(state, before);
  const price = priceDue(asksAgain ? { ...state, told: null } : state, company);
  const lead = isLead(state, company) && (!state.lead || isChanged(state, before));
  const next: GuidedState = { ...state, told: price ?? state.told, lead: state.lead || lead };
  const done = lead ? (before.lead ? words.leadChanged : words.leadDone(state.contact.name)) : '';
  const withoutPrice = lead && !before.lead && !company.instantQuotes ? words.priceLater : '';
  const thanked = read.intents.thanks && said.length === 0 && price === null && !lead ? words.welcome : '';
  const ask = nextQuestion(next, words, company);
  const text = join(...said, price === null ? '' : words.price(price), done, withoutPrice, thanked, ask?.text);
  return {
    state: { ...next, asked: ask?.asked ?? null },
    text: text === '' ? (state.lead ? words.noted : words.gotIt) : text,
    price,
    lead,
    handover: null,
    unanswered: null,
    // A price that happens to be due doesn't make 'thanks' a question about it.
    isUnderstood: said.length > 0 || (price !== null && read.intents.price) || lead || isChanged(state, before),
  };
}

/**
 * Returns the material used for the price: the homeowner's choice or, if the company sells only one material or doesn't
 * let homeowners choose, the first material.
 */
const materialOf = ({ fence }: GuidedState, { materials, materialSelection }: GuidedCompany) =>
  materialSelection && materials.length > 1 ? materials.find(({ id }) => id === fence.materialId) : materials[0];

/** Returns a price as it's stated: a range, if the company wants one, until the homeowner has left contact details. */
export function asTold(price: ToldPrice, state: GuidedState, { rangePercent }: GuidedCompany): ToldPrice {
  const range = isReachable(state) ? undefined : rangeAround(price.totalCents, rangePercent);
  return range ? { ...price, range } : price;
}

/** Returns the price if it can be stated and differs from the last stated price. Null otherwise. */
function priceDue(state: GuidedState, company: GuidedCompany): ToldPrice | null {
  const { feet, gateCount } = state.fence;
  const material = materialOf(state, company);
  if (state.fence.proposed !== undefined) return null;
  if (!company.instantQuotes || (company.priceGating && !isReachable(state))) return null;
  if (feet === null || gateCount === null || material === undefined) return null;
  const totalCents = company.priceOf({ perimeter: feet, materialId: material.id, gateCount });
  if (totalCents === null) return null;
  const price = asTold({ totalCents, perimeter: feet, materialType: material.name, gateCount }, state, company);
  return isDeepStrictEqual(price, state.told) ? null : price;
}

/** Whether the material is known, because the homeowner chose it or doesn't have to choose. */
const hasMaterial = (state: GuidedState, company: GuidedCompany): boolean =>
  company.materials.length === 0 || materialOf(state, company) !== undefined;

export const isLead = (state: GuidedState, company: GuidedCompany): boolean =>
  (state.fence.feet !== null || state.fence.proposed !== undefined) &&
  state.fence.gateCount !== null &&
  hasMaterial(state, company) &&
  isReachable(state);

/** Returns the next question for the homeowner. Undefined if there's none. */
export function nextQuestion(
  state: GuidedState,
  words: GuidedWords,
  company?: GuidedCompany,
): { asked: Asked; text: string } | undefined {
  const { fence, contact } = state;
  if (fence.proposed !== undefined) return { asked: 'confirm', text: words.confirm(fence.proposed) };
  if (fence.feet === null) return { asked: 'feet', text: words.askFeet };
  if (company !== undefined && !hasMaterial(state, company))
    return { asked: 'material', text: words.askMaterial(company.materials.map(({ name }) => name)) };
  if (fence.gateCount === null) return { asked: 'gates', text: words.askGates };
  if (!isReachable(state)) {
    const gated = company?.instantQuotes === true && company.priceGating;
    return { asked: 'reach', text: gated ? words.askReachForPrice : words.askReach };
  }
  if (contact.name === null) return { asked: 'name', text: words.askName };
  return state.asked === 'more' ? undefined : { asked: 'more', text: words.more };
}

/**
 * Answers questions about permits, property lines and contracts with the company's own facts, or hands them over to a
 * person.
 */
function answerLaw(state: GuidedState, before: GuidedState, read: Read, company: GuidedCompany): Answered {
  const words = WORDS[state.language];
  const answers = answersOf(read, state, company);
  if (answers.length === 0)
    return { ...handOver(state, { reason: 'law', said: words.handoverLaw }), unanswered: read.message };
  return goOn({ ...state, unsure: 0 }, before, { said: answers, company, read });
}
