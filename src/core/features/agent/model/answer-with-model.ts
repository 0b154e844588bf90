import { formatFeet } from '#shared/primitives/feet.ts';
import type { Language } from '#shared/primitives/language.ts';
import type { ModelCall, ModelFailure, ModelMessage, ModelResult, ModelUsage } from '../../../platform/model/model.ts';
import { answerMessage, isLead, nextQuestion } from '../guided/answer-message.ts';
import { handOver, isChanged } from '../guided/hand-over.ts';
import type { Answered, Fact, GuidedCompany, GuidedState, ToldPrice } from '../guided/guided-state.ts';
import { languageOf } from '../guided/intents.ts';
import { learnLength } from '../guided/learn-length.ts';
import { readContact } from '../guided/read-contact.ts';
import { isTooLong, learned, type Read, readMessage, readPart } from '../guided/read-message.ts';
import { WORDS } from '../guided/words/index.ts';
import { type AnswerFault, faultIn, type Grounds } from './check-answer.ts';
import { hidePerson } from './hide-person.ts';
import { instructionsFor } from './instructions.ts';
import { saidNumbers } from './said-numbers.ts';
import { type Draft, toolsFor } from './model-tools.ts';

/** An earlier message. Arrays of earlier messages are ordered oldest first. */
export interface Said {
  author: 'homeowner' | 'agent';
  body: string;
}

export interface ModelTurn {
  before: GuidedState;
  /** The homeowner's unanswered messages, joined into one string. */
  message: string;
  history: readonly Said[];
  company: GuidedCompany;
  /** The company's facts in every language. */
  facts: readonly Fact[];
  tone: string;
  forbiddenTopics: string;
}

/** An answer from a model or from the guided conversation. */
export type Spoken = Omit<Answered, 'price'> & { prices: readonly ToldPrice[] };

/** A turn prepared for the model. */
export interface PreparedTurn {
  turn: ModelTurn;
  read: Read;
  draft: Draft;
  call: Omit<ModelCall, 'signal'>;
}

export type ModelOutcome = { usage: ModelUsage } & (
  | { spoken: Spoken }
  | { reason: ModelFailure | AnswerFault | Missing }
);

/**
 * Prepares a turn for a model. Returns undefined if the guided conversation must answer instead:
 * - if the message is too long, or the conversation has already been handed over
 * - if the homeowner is angry, says they're a child, mentions the law, asks for a person, or asks who is answering
 * - if the message tries to instruct the software, or mentions a topic that the contractor excluded
 */
export function prepareTurn(turn: ModelTurn): PreparedTurn | undefined {
  const { before, message, company } = turn;
  if (isTooLong(message)) return undefined;
  const read = readMessage(message, before, company);
  const { intents, plain } = read;
  const isRuled = intents.angry || intents.child || intents.person || intents.law || intents.instructs;
  if (isRuled || intents.whoAreYou || before.handedOver !== null || company.isForbidden(plain)) return undefined;
  const language = languageOf(plain) ?? before.language;
  const state = learned({ ...before, language }, read, company);
  const draft: Draft = {
    state,
    confirmed: confirmedLengths(state, before),
    said: saidNumbers([
      ...turn.history.filter(({ author }) => author === 'homeowner').map(({ body }) => body),
      message,
    ]),
    quotes: [],
    handsOver: false,
    lacksFact: false,
    foundFact: false,
  };
  const { tone, forbiddenTopics } = turn;
  const instructions = instructionsFor({ company, state: draft.state, tone, forbiddenTopics });
  return {
    turn,
    read,
    draft,
    call: { instructions, messages: messagesOf(turn, draft), tools: toolsFor(draft, company) },
  };
}

/**
 * Returns the lengths that a price may be quoted for: the fence's length, and those of earlier prices. While a length
 * waits for the homeowner's confirmation, there are none.
 */
const confirmedLengths = ({ fence }: GuidedState, before: GuidedState): number[] =>
  fence.proposed === undefined ? present([fence.feet, before.fence.feet, before.told?.perimeter ?? null]) : [];

/** Returns the conversation with personal data replaced by placeholders. */
function messagesOf({ before, history, message }: ModelTurn, { state }: Draft): ModelMessage[] {
  const said = history.map(({ body }) => readContact(readPart(body), false));
  const of = [before.contact, state.contact, ...said];
  const known = { names: present(of.map(({ name }) => name)), addresses: present(of.map(({ address }) => address)) };
  const content = (text: string): string => hidePerson(text, known);
  const earlier = history.map((line) => ({ ...line, body: readPart(line.body) }));
  const lines = [...earlier, { author: 'homeowner' as const, body: message }];
  return lines.map(({ author, body }) => ({
    role: author === 'homeowner' ? 'user' : 'assistant',
    content: content(body),
  }));
}

/** Converts a model's output to an answer, or returns the reason it's discarded. */
export function judge(prepared: PreparedTurn, result: ModelResult): ModelOutcome {
  const { usage } = result;
  if ('failure' in result) return { usage, reason: result.failure };
  const { turn, draft, read } = prepared;
  // A person takes over after two consecutive messages that couldn't be understood.
  if (draft.handsOver || (isLost(prepared) && turn.before.unsure >= 1)) return { usage, spoken: handedOver(prepared) };
  const said = result.text.replaceAll(/\*\*|__|`/g, '').trim();
  const fault = faultIn(said, groundsOf(turn, draft));
  if (fault !== null) return { usage, reason: fault };
  const spoken = spokenAs(said, { turn, draft, read });
  const missing = whatIsMissing(turn, spoken);
  if (missing !== null) return { usage, reason: missing };
  return { usage, spoken };
}

type Missing = 'no_price' | 'no_fact' | 'no_length';

/**
 * Returns what a model's answer leaves out: a price or a fact that the guided conversation would give, or a length that
 * the homeowner must confirm.
 */
function whatIsMissing(turn: ModelTurn, { prices, text, state }: Spoken): Missing | null {
  const without = withoutModel(turn);
  const { proposed } = state.fence;
  if (proposed !== undefined && !text.includes(formatFeet(proposed.feet, state.language))) return 'no_length';
  if (prices.length === 0 && without.price !== null) return 'no_price';
  const hasFact = (answer: string): boolean => turn.facts.some((fact) => answer.includes(fact.answer));
  return hasFact(without.text) && !hasFact(text) ? 'no_fact' : null;
}

const present = <Value>(values: readonly (Value | null)[]): Value[] => values.filter((value) => value !== null);

function groundsOf({ before, company, facts }: ModelTurn, { state, quotes }: Draft): Grounds {
  const words = WORDS[state.language];
  const fences = [state.fence, ...quotes.map(({ perimeter, gateCount }) => ({ feet: perimeter, gateCount }))];
  const told = before.told === null ? [] : [before.told];
  return {
    language: state.language,
    company: company.name,
    texts: [...facts.map(({ answer }) => answer), words.discount, words.schedule, words.notHere(company.name)],
    names: [...company.materials.map(({ name }) => name), ...(state.contact.name === null ? [] : [state.contact.name])],
    measures: {
      totals: [...told, ...quotes].flatMap(amountsOf),
      feet: present([
        ...fences.map(({ feet }) => feet),
        state.fence.proposed?.feet ?? null,
        ...(state.fence.proposed?.parts ?? []).map(({ feet }) => feet),
        state.fence.heightFt,
        ...told.map(({ perimeter }) => perimeter),
      ]),
      gates: present(fences.map(({ gateCount }) => gateCount)),
    },
    isForbidden: company.isForbidden,
  };
}

/**
 * Whether the message couldn't be answered. True if the message didn't change the state, no fact was found for it, and
 * one of these is true: the model looked up a fact that doesn't exist, or the guided conversation doesn't understand
 * the message either.
 */
const isLost = ({ turn, draft }: Pick<PreparedTurn, 'turn' | 'draft'>): boolean =>
  !draft.foundFact && !isChanged(draft.state, turn.before) && (draft.lacksFact || isUnclear(turn));

function isUnclear(turn: ModelTurn): boolean {
  const { state, handover } = withoutModel(turn);
  return handover === 'unsure' || state.unsure > turn.before.unsure;
}

const withoutModel = ({ before, message, company }: ModelTurn): Answered => answerMessage(before, message, company);

/** Returns the answer used when a person takes over. Its wording is fixed rather than generated by the model. */
function handedOver({ turn, draft }: PreparedTurn): Spoken {
  const { language } = draft.state;
  const { price: _, ...answered } = handOver(draft.state, { reason: 'unsure', said: WORDS[language].handover });
  const unanswered = draft.lacksFact ? turn.message : null;
  return disclosed({ ...answered, prices: [], unanswered }, turn.company, turn.before);
}

function spokenAs(said: string, { turn, draft, read }: Omit<PreparedTurn, 'call'>): Spoken {
  const { before, company, message } = turn;
  const { state } = draft;
  const words = WORDS[state.language];
  const prices = toldIn(said, draft.quotes);
  const lead = isLead(state, company) && (!state.lead || isChanged(state, before));
  const isFirst = lead && !before.lead;
  const next: GuidedState = {
    ...state,
    unsure: isLost({ turn, draft }) ? before.unsure + 1 : 0,
    told: prices.at(-1) ?? state.told,
    lead: state.lead || lead,
    asked: nextQuestion(state, words, company)?.asked ?? null,
  };
  const tail = [
    ...(isFirst ? [words.leadDone(state.contact.name)] : []),
    ...(isFirst && !company.instantQuotes ? [words.priceLater] : []),
  ];
  const unanswered = draft.lacksFact && read.intents.question ? message : null;
  const { shown } = learnLength(before, read);
  const isShown = shown === null || said.includes(formatFeet(shown.feet, state.language));
  const text = [...(isShown ? [] : [words.reckoned(shown)]), said, ...tail].join(' ');
  const isUnderstood =
    prices.length > 0 || draft.foundFact || isChanged(state, before) || withoutModel(turn).isUnderstood;
  return disclosed({ state: next, text, prices, lead, handover: null, unanswered, isUnderstood }, company, before);
}

/** Returns the amounts that state a price, in cents. The exact price isn't among those of a range. */
const amountsOf = ({ totalCents, range }: ToldPrice): number[] =>
  range ? [range.lowCents, range.highCents] : [totalCents];

/** Returns the quoted prices that an answer states, without duplicates. */
const toldIn = (said: string, quotes: readonly ToldPrice[]): ToldPrice[] => {
  const sums = new Set(
    [...said.matchAll(/\d[\d.,]*\d|\d/g)].map(([sum]) => Math.round(Number(sum.replaceAll(',', '')) * 100)),
  );
  const isSaid = (price: ToldPrice) => amountsOf(price).every((cents) => sums.has(cents));
  const byTotal = new Map(quotes.filter(isSaid).map((one) => [one.totalCents, one]));
  return [...byTotal.values()];
};

/** Adds the sentence that says the answer is automated, if this is the conversation's first answer. */
const disclosed = (spoken: Spoken, company: GuidedCompany, before: GuidedState): Spoken => {
  const language: Language = spoken.state.language;
  const opening = before.disclosed ? '' : `${WORDS[language].automated(company.name)} `;
  return { ...spoken, state: { ...spoken.state, disclosed: true }, text: opening + spoken.text };
};
