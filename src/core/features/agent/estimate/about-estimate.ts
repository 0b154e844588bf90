import { balanceOf } from '#shared/features/balances/balance.rules.ts';
import { formats } from '#shared/primitives/formats.ts';
import { isTooLong, readPart } from '../guided/read-message.ts';
import { factSearch } from '../guided/find-fact.ts';
import type { GuidedState, HandoverReason } from '../guided/guided-state.ts';
import { readFence } from '../guided/read-fence.ts';
import { languageOf, readIntents } from '../guided/intents.ts';
import type { EstimateFacts, OptionFacts } from './estimate-facts.ts';
import { readTopics, type Topic, type Topics } from './read-topics.ts';
import { en, type EstimateWords } from './words/en.ts';
import { es } from './words/es.ts';

const WORDS: Record<GuidedState['language'], EstimateWords> = { en, es };
/** The maximum number of topics that are answered per message. */
const MOST = 3;

/** The answer to a message about an estimate, with its effects. */
export interface EstimateAnswer {
  state: GuidedState;
  text: string;
  /** Why the conversation is handed over to the contractor. Null if the agent continues. */
  handover: HandoverReason | null;
  /** A question that can't be answered from the facts, as the homeowner typed it. */
  unanswered: string | null;
  /** Whether the message was positively understood as being about the estimate. Texts and emails get no other answers. */
  isUnderstood: boolean;
}

/**
 * Answers a question about a sent estimate without a model. The function is pure. Answers use only amounts and facts
 * from the page. Questions about other prices, changes, dates or the law are handed over to a person.
 */
export function answerAboutEstimate(before: GuidedState, message: string, estimate: EstimateFacts): EstimateAnswer {
  const read = readTopics(withoutOwnSums(readPart(message), estimate));
  const language = languageOf(read.text) ?? before.language;
  const words = WORDS[language];
  const { unsure, ...answer } = answerOf({ message, read, estimate, words, language, unsure: before.unsure });
  const opening = before.disclosed ? [] : [words.automated(estimate.company)];
  return {
    handover: null,
    unanswered: null,
    isUnderstood: true,
    ...answer,
    text: [...opening, answer.text].join(' '),
    state: {
      ...before,
      language,
      disclosed: true,
      unsure: unsure ?? 0,
      handedOver: answer.handover ?? before.handedOver,
    },
  };
}

/**
 * Returns the answer to a question that is no longer forwarded, because the contractor has already received the maximum
 * number of notifications about the lead's questions. This answer replaces the one that hands the question over.
 */
export const tooManyQuestions = (language: GuidedState['language']): string => WORDS[language].many;

/**
 * Removes the estimate's own amounts from a message. A homeowner who mentions these amounts isn't asking for a lower
 * price.
 */
const withoutOwnSums = (message: string, { options, stages, jobCents, change }: EstimateFacts): string =>
  [
    ...options.flatMap(({ totalCents, depositCents, balanceCents }) => [totalCents, depositCents, balanceCents]),
    ...stages.map(({ leftCents }) => leftCents),
    jobCents,
    ...(change ? [change.netCents, change.totalCents] : []),
  ]
    .flatMap((cents) => [
      formats('en').money(cents),
      formats('en')
        .money(cents)
        .replace(/\.\d\d$/, ''),
    ])
    .reduce((text, sum) => text.replaceAll(sum, ' '), message);

interface Asking {
  message: string;
  read: Topics;
  estimate: EstimateFacts;
  words: EstimateWords;
  language: GuidedState['language'];
  unsure: number;
}

type Said = Pick<EstimateAnswer, 'text'> & Partial<Omit<EstimateAnswer, 'state'>> & { unsure?: number };

function answerOf(asking: Asking): Said {
  const { message, read, estimate, words, language } = asking;
  const intents = readIntents(read.text);
  if (intents.angry) return { text: words.angry, handover: 'angry', isUnderstood: false };
  if (isTooLong(message)) return { text: words.handover, handover: 'unsure', isUnderstood: false };
  if (intents.child) return { text: words.child, isUnderstood: false };
  if (intents.person || estimate.isForbidden(read.text)) return { text: words.handover, handover: 'asked' };
  if (intents.instructs) return { text: words.instructs, isUnderstood: false };
  if (read.cancels) return { text: `${estimate.cancel} ${words.handover}`, handover: 'asked' };
  const own = estimate.findFact(message, language)?.answer;
  if (read.news && own === undefined && !isAboutPaid(asking)) return { text: words.handover, handover: 'asked' };
  const offer = offerIn(asking);
  if (read.haggle || (intents.discount && offer === undefined)) return { text: words.lower, handover: 'asked' };
  const isWarranty = /\b(?:warrant|guarante|garantia)/.test(read.text);
  if (intents.law && !isWarranty && !read.topics.includes('cancel'))
    return own === undefined ? { text: words.law, handover: 'law', unanswered: message } : { text: own };
  if (
    (read.change || (intents.price && isOtherFence(asking))) &&
    !read.topics.includes('cancel') &&
    !read.topics.includes('version')
  )
    return { text: words.change, handover: 'asked' };
  if (intents.schedule && own === undefined && read.topics.length === 0)
    return { text: words.schedule, handover: 'asked' };
  const said = [...(offer === undefined ? [] : [offer]), ...topicAnswers(asking)];
  const readsTerms = read.topics.includes('terms');
  const section = readsTerms ? factSearch(estimate.terms)(message)?.answer : undefined;
  if (own === undefined && section !== undefined) return { text: section };
  const fact = own ?? (said.length === 0 || isWarranty ? factSearch(estimate.terms)(message)?.answer : undefined);
  const answers = [...new Set([...(fact === undefined ? [] : [fact]), ...said])].slice(0, MOST);
  if (answers.length > 0) return { text: answers.join(' ') };
  if (intents.whoAreYou) return { text: words.automated(estimate.company) };
  if (intents.thanks || intents.yes) return { text: words.welcome, isUnderstood: false };
  if (intents.greeting || intents.no) return { text: words.hello, isUnderstood: false };
  if (!intents.aboutFences && !intents.price && /\p{L}{2,}/u.test(message) && !intents.question)
    return { text: words.offTopic, unsure: asking.unsure, isUnderstood: false };
  return asking.unsure >= 1
    ? { text: words.handover, handover: 'unsure', unanswered: message, isUnderstood: false }
    : {
        text: words.unsure,
        unsure: asking.unsure + 1,
        unanswered: intents.question ? message : null,
        isUnderstood: false,
      };
}

/** Whether the message asks about a received payment, which the answer can confirm. */
const isAboutPaid = ({ read, estimate }: Asking): boolean =>
  estimate.paidCents > 0 && read.topics.includes('paid') && !/\b(?:twice|refund|receipt|never)/.test(read.text);

/** Whether the message mentions a length that differs from the length of every option in the estimate. */
function isOtherFence({ read, estimate }: Asking): boolean {
  const { feet } = readFence(read.text, []).length;
  return feet !== null && estimate.options.every(({ perimeter }) => perimeter !== feet);
}

/** Returns the answer about the estimate's current discount, if the message asks about it. */
const offerIn = ({ read, estimate, words }: Asking): string | undefined =>
  estimate.chosen.discountCents > 0 && /\b(?:discount|offer|deal|descuento|oferta)/.test(read.text)
    ? words.discounted(estimate.chosen.discountCents, estimate.offerEndsOn)
    : undefined;

/** Returns the option named in a question. If no option is named, returns the displayed option. */
const optionAsked = ({ read, estimate }: Asking): OptionFacts =>
  estimate.options.find(({ label, materialType }) =>
    [label, estimate.options.length > 1 ? materialType : null].some(
      (name) => name !== null && read.text.includes(name.toLowerCase()),
    ),
  ) ?? estimate.chosen;

function topicAnswers(asking: Asking): string[] {
  const { read, estimate, words } = asking;
  const option = optionAsked(asking);
  const named = option !== estimate.chosen && read.topics.length === 0;
  const topics = named ? (['total'] as const) : read.topics.filter((topic) => !isImplied(topic, read.topics));
  return topics.flatMap((topic) => ANSWERS[topic]({ option, estimate, words }));
}

/**
 * Whether a message matches a topic only because it asks about another one. For example, 'How much is the deposit?' and
 * 'What's the total length?' both match the total, but neither asks for it.
 */
const isImplied = (topic: Topic, topics: readonly Topic[]): boolean =>
  topic === 'total'
    ? topics.some((other) => ['deposit', 'balance', 'feet', 'paid', 'expiry', 'options', 'lines'].includes(other))
    : topic === 'deposit'
      ? topics.includes('balance')
      : topic === 'accept' && topics.includes('paid');

interface Answering {
  option: OptionFacts;
  estimate: EstimateFacts;
  words: EstimateWords;
}

const ANSWERS: Record<Topic, (answering: Answering) => string[]> = {
  total: ({ option, estimate, words }) => [
    words.total(option),
    ...changesIn(estimate, words),
    ...(option.discountCents > 0 ? [words.discounted(option.discountCents, estimate.offerEndsOn)] : []),
  ],
  options: ({ estimate: { options }, words }) =>
    options.length < 2 ? [words.oneOption] : [options.map((option) => words.option(option)).join(' ')],
  lines: ({ option, words }) => [words.lines(option)],
  feet: ({ option, words }) => [words.feet(option)],
  gates: ({ option, words }) => [words.gates(option)],
  material: ({ option, words }) => [words.material(option)],
  deposit: (answering) =>
    isRunning(answering.estimate) ? paidIn(answering) : [answering.words.deposit(answering.option)],
  balance: (answering) => (isRunning(answering.estimate) ? paidIn(answering) : restIn(answering)),
  paid: paidIn,
  expiry: ({ estimate: { state, validUntil }, words }) =>
    isSigned(state)
      ? [words.accepted]
      : [state === 'expired' ? words.wasValid(validUntil) : words.validThrough(validUntil)],
  cancel: ({ estimate }) => [estimate.cancel],
  terms: ({ estimate, words }) => [words.terms, ...linkTo(estimate)],
  version: ({ estimate, words }) => [estimate.hasNewer ? newerIn(estimate, words) : words.newest(estimate.version)],
  accept: ({ estimate, words }) => {
    const { state, hasNewer, validUntil } = estimate;
    if (isSigned(state)) return [words.accepted];
    if (state === 'declined') return [words.declined];
    if (hasNewer || state === 'superseded') return [newerIn(estimate, words)];
    return state === 'expired' ? [words.wasValid(validUntil)] : [words.accept, ...linkTo(estimate)];
  },
  number: ({ estimate, words }) => [words.number(estimate.number)],
  sent: ({ estimate, words }) => [words.sent(estimate.sentOn)],
};

const isSigned = (state: EstimateFacts['state']): boolean =>
  ['accepted', 'processing', 'deposit_paid', 'paid', 'refunded', 'disputed'].includes(state);

/** The link to the page that an answer mentions. Empty on that page. */
const linkTo = ({ url }: EstimateFacts): string[] => (url === null ? [] : [url]);

const newerIn = ({ company, newerUrl }: EstimateFacts, words: EstimateWords): string =>
  newerUrl === null ? words.newerWithoutLink(company) : words.newer(newerUrl);

const hasPaid = ({ paidCents, refundedCents }: EstimateFacts): boolean => paidCents > 0 || refundedCents > 0;

/** Whether the plan's stages say more than the deposit: the estimate is signed, or something was paid. */
const isRunning = (estimate: EstimateFacts): boolean =>
  hasPaid(estimate) || (isSigned(estimate.state) && estimate.stages.length > 0);

/** Says what is due after the signature. The stages are known for the displayed option only. */
function restIn({ option, estimate, words }: Answering): string[] {
  const later = estimate.stages.filter(({ atSigning }) => !atSigning);
  return option === estimate.chosen && later.length > 1 ? [words.later(later)] : [words.balance(option)];
}

/** Says what is due now, by which stage, and what comes later. Without stages, only what is left. */
function dueIn({ stages }: EstimateFacts, words: EstimateWords, left: number): string {
  if (stages.length === 0) return words.due(left);
  const now = stages.filter(({ isDue }) => isDue);
  const later = stages.filter(({ isDue }) => !isDue);
  return [
    now.length > 0 ? words.dueNow(now) : words.nothingNow,
    ...(later.length > 0 ? [words.later(later)] : []),
  ].join(' ');
}

/** Says what signed changes make of the total, and that a change waits for the signature. */
function changesIn({ change, chosen, jobCents }: EstimateFacts, words: EstimateWords): string[] {
  return [
    ...(jobCents === chosen.totalCents ? [] : [words.withChanges(jobCents)]),
    ...(change ? [words.openChange(change)] : []),
  ];
}

/** Says what was paid and what went back, and what is still due or owed to the homeowner. */
function paidIn({ estimate, words }: Answering): string[] {
  const { company, state, paidCents, refundedCents, jobCents } = estimate;
  const signed = isSigned(state) ? [words.accepted] : [];
  if (!hasPaid(estimate))
    return [
      ...signed,
      isRunning(estimate) ? `${words.paidNothing} ${dueIn(estimate, words, jobCents)}` : words.paidNothing,
    ];
  const refunded = refundedCents > 0 ? [words.refunded(refundedCents)] : [];
  const left = balanceOf({ totalCents: jobCents, paidCents });
  const paid = words.paid(paidCents + refundedCents);
  if (state === 'refunded') return [...signed, [paid, ...refunded].join(' ')];
  const rest = left < 0 ? words.owedBack(company, -left) : left === 0 ? words.paidInFull : dueIn(estimate, words, left);
  return [...signed, [paid, ...refunded, rest, ...changesIn(estimate, words)].join(' ')];
}
