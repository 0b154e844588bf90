import type { Language } from '#shared/primitives/language.ts';
import type { ModelCall, ModelFailure, ModelMessage, ModelResult, ModelUsage } from '../../../platform/model/model.ts';
import {
  type Answered,
  answerMessage,
  handOver,
  isChanged,
  isLead,
  learned,
  nextQuestion,
  type Read,
  readMessage,
  WORDS,
} from '../guided/answer-message.ts';
import type { Fact, GuidedCompany, GuidedState, ToldPrice } from '../guided/guided-state.ts';
import { languageOf } from '../guided/intents.ts';
import { readContact } from '../guided/read-contact.ts';
import { type AnswerFault, faultIn, type Grounds } from './check-answer.ts';
import { hidePerson, LONGEST_READ } from './hide-person.ts';
import { instructionsFor } from './instructions.ts';
import { saidNumbers } from './said-numbers.ts';
import { type Draft, toolsFor } from './model-tools.ts';

/** What was said before, oldest first. */
export interface Said {
  author: 'homeowner' | 'agent';
  body: string;
}

export interface ModelTurn {
  before: GuidedState;
  /** The homeowner's messages that wait for an answer, as one text. */
  message: string;
  history: readonly Said[];
  company: GuidedCompany;
  /** The company's facts in every language. */
  facts: readonly Fact[];
  tone: string;
  forbiddenTopics: string;
}

/** An answer, from a model or without one. */
export type Spoken = Omit<Answered, 'price'> & { prices: readonly ToldPrice[] };

/** A turn as the model gets it. */
export interface PreparedTurn {
  turn: ModelTurn;
  read: Read;
  draft: Draft;
  call: Omit<ModelCall, 'signal'>;
}

export type ModelOutcome = { usage: ModelUsage } & (
  | { spoken: Spoken }
  | { reason: ModelFailure | AnswerFault | 'no_price' | 'no_fact' }
);

/**
 * Prepares a turn for a model. Undefined where rules decide and a model must not: anger, children, law, a person asked
 * for, instructions to the software, what the contractor doesn't want talked about, and everything after a handover.
 */
export function prepareTurn(turn: ModelTurn): PreparedTurn | undefined {
  const { before, message, company } = turn;
  const read = readMessage(message, before, company);
  const { intents, plain } = read;
  const isRuled = intents.angry || intents.child || intents.person || intents.law || intents.instructs;
  if (isRuled || intents.whoAreYou || before.handedOver !== null || company.isForbidden(plain)) return undefined;
  const language = languageOf(plain) ?? before.language;
  const draft: Draft = {
    state: learned({ ...before, language }, read, company),
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

/** What was said, with placeholders for the person. */
function messagesOf({ before, history, message }: ModelTurn, { state }: Draft): ModelMessage[] {
  const said = history.map(({ body }) => readContact(body.slice(0, LONGEST_READ), false));
  const of = [before.contact, state.contact, ...said];
  const known = { names: present(of.map(({ name }) => name)), addresses: present(of.map(({ address }) => address)) };
  const content = (text: string): string => hidePerson(text, known);
  const lines = [...history, { author: 'homeowner' as const, body: message }];
  return lines.map(({ author, body }) => ({
    role: author === 'homeowner' ? 'user' : 'assistant',
    content: content(body),
  }));
}

/** Turns what a model said into the answer, or says why it is discarded. */
export function judge(prepared: PreparedTurn, result: ModelResult): ModelOutcome {
  const { usage } = result;
  if ('failure' in result) return { usage, reason: result.failure };
  const { turn, draft, read } = prepared;
  // unsure twice: a person takes over
  if (draft.handsOver || (isLost(prepared) && turn.before.unsure >= 1)) return { usage, spoken: handedOver(prepared) };
  const said = result.text.replaceAll(/\*\*|__|`/g, '').trim();
  const fault = faultIn(said, groundsOf(turn, draft));
  if (fault !== null) return { usage, reason: fault };
  const spoken = spokenAs(said, { turn, draft, read });
  const missing = whatIsMissing(turn, spoken);
  if (missing !== null) return { usage, reason: missing };
  return { usage, spoken };
}

/** Whoever can be told a price is told it, and a question that a fact answers gets a fact. */
function whatIsMissing(turn: ModelTurn, { prices, text }: Spoken): 'no_price' | 'no_fact' | null {
  const without = withoutModel(turn);
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
      totals: [...told, ...quotes].map(({ totalCents }) => totalCents),
      feet: present([
        ...fences.map(({ feet }) => feet),
        state.fence.heightFt,
        ...told.map(({ perimeter }) => perimeter),
      ]),
      gates: present(fences.map(({ gateCount }) => gateCount)),
    },
    isForbidden: company.isForbidden,
  };
}

/** A message that no fact answers and that says nothing of the fence, or that the guided conversation didn't understand. */
const isLost = ({ turn, draft }: Pick<PreparedTurn, 'turn' | 'draft'>): boolean =>
  !draft.foundFact && !isChanged(draft.state, turn.before) && (draft.lacksFact || isUnclear(turn));

function isUnclear(turn: ModelTurn): boolean {
  const { state, handover } = withoutModel(turn);
  return handover === 'unsure' || state.unsure > turn.before.unsure;
}

const withoutModel = ({ before, message, company }: ModelTurn): Answered => answerMessage(before, message, company);

/** A person takes over, in our own words. */
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
  const text = [said, ...tail].join(' ');
  return disclosed({ state: next, text, prices, lead, handover: null, unanswered }, company, before);
}

/** The quoted prices that an answer says; each once. */
const toldIn = (said: string, quotes: readonly ToldPrice[]): ToldPrice[] => {
  const sums = new Set(
    [...said.matchAll(/\d[\d.,]*\d|\d/g)].map(([sum]) => Math.round(Number(sum.replaceAll(',', '')) * 100)),
  );
  const byTotal = new Map(quotes.filter(({ totalCents }) => sums.has(totalCents)).map((one) => [one.totalCents, one]));
  return [...byTotal.values()];
};

/** The first answer begins with saying that it is automated. */
const disclosed = (spoken: Spoken, company: GuidedCompany, before: GuidedState): Spoken => {
  const language: Language = spoken.state.language;
  const opening = before.disclosed ? '' : `${WORDS[language].automated(company.name)} `;
  return { ...spoken, state: { ...spoken.state, disclosed: true }, text: opening + spoken.text };
};
