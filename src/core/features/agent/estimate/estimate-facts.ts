import { leftOfStage } from '#shared/features/payments/payment-plan.rules.ts';
import type { PageState } from '#shared/features/estimates/estimate-page.schema.ts';
import { countedLines, quantityInWords, unitInWords } from '#shared/features/pricing/line-view.ts';
import { dueInWords, stageLabel } from '#shared/features/payments/stage-words.ts';
import type { LocalDate } from '#shared/primitives/local-date.ts';
import type { Language } from '#shared/primitives/language.ts';
import type { EstimatePage } from '../../agreements/read-page.ts';
import type { Fact } from '../guided/guided-state.ts';

/** An option in a sent estimate. Amounts are in cents, lengths in decimal feet. */
export interface OptionFacts {
  /** Null if it's the only option. */
  label: string | null;
  materialType: string;
  perimeter: number;
  gateCount: number;
  /** The lines that count, with the tax as the last one. `quantity` is null for a single amount. */
  lines: readonly { label: string; quantity: string | null; amountCents: number }[];
  discountCents: number;
  totalCents: number;
  depositCents: number;
  balanceCents: number;
}

/** A stage of the payment plan. Amounts are in cents. `due` says when, such as 'when the work is done'. */
export interface StageFacts {
  label: string;
  due: string;
  atSigning: boolean;
  leftCents: number;
  isDue: boolean;
}

/** Everything that the agent may state about an estimate. The estimate's page contains the same information. */
export interface EstimateFacts {
  company: string;
  number: string;
  version: number;
  hasNewer: boolean;
  state: PageState;
  sentOn: LocalDate;
  validUntil: LocalDate;
  options: readonly OptionFacts[];
  /** The displayed option: the signed option or, before signing, the option that the homeowner selected. */
  chosen: OptionFacts;
  /** The chosen option's total with the changes that count, in cents. */
  jobCents: number;
  /** The payment plan's stages that aren't paid, as they stand. */
  stages: readonly StageFacts[];
  /** What the change that waits for the homeowner's signature adds, and the total with it, in cents. Null without one. */
  change: { netCents: number; totalCents: number } | null;
  /** The offered discount's last day. Null if there's no discount. */
  offerEndsOn: LocalDate | null;
  /** What was received, less what went back. */
  paidCents: number;
  /** What went back: refunds, and payments that a lost dispute returned. */
  refundedCents: number;
  /** The link to this estimate's page. Null on that page. */
  url: string | null;
  /** The link to the newest estimate's page. Null if there's no newer estimate, or if its link was revoked. */
  newerUrl: string | null;
  /** The sentence about the right to cancel. */
  cancel: string;
  /** The sections of the terms, with their titles. */
  terms: readonly Fact[];
  /** Returns the company's own answer to a question. Undefined if it has none. */
  findFact: (question: string, language: Language) => Fact | undefined;
  /**
   * Whether a string (`plainText`) is about a topic that only a person may answer, according to the company's settings.
   */
  isForbidden: (plain: string) => boolean;
}

/** Returns the facts that the page shows. */
export const factsOfPage = (
  page: EstimatePage,
  { findFact, isForbidden, url, newerUrl }: Pick<EstimateFacts, 'findFact' | 'isForbidden' | 'url' | 'newerUrl'>,
): EstimateFacts => {
  const { document, version, state, right, payment } = page;
  const options = document.options.map((option) => optionFacts(option, document.language));
  return {
    company: document.company.name,
    number: document.number,
    version: document.version,
    hasNewer: version.hasNewer,
    state,
    sentOn: document.date,
    validUntil: document.validUntil,
    options,
    chosen: optionFacts(document.chosen, document.language),
    jobCents: document.jobCents,
    stages: page.stages
      .map((stage) => ({
        label: stageLabel(stage.label, document.language),
        due: dueInWords(stage.due, document.language),
        atSigning: stage.due === 'signing',
        leftCents: leftOfStage(stage),
        isDue: stage.status === 'due',
      }))
      .filter(({ leftCents }) => leftCents > 0),
    change: page.change && { netCents: page.change.change.netCents, totalCents: page.change.change.totalCents },
    offerEndsOn: document.offer?.endsOn ?? null,
    paidCents: payment.state?.paidCents ?? 0,
    refundedCents: payment.state?.refundedCents ?? 0,
    url,
    newerUrl,
    cancel: right.statement,
    terms: sectionsOf(document.chosen.terms),
    isForbidden,
    // Leaves out the company's materials and current terms, because they may differ from this estimate's.
    findFact: (question, language) => {
      const fact = findFact(question, language);
      return fact === undefined || fact.id === 'settings-materials' || fact.id.startsWith('terms-') ? undefined : fact;
    },
  };
};

const optionFacts = (option: EstimatePage['document']['chosen'], language: Language): OptionFacts => {
  const {
    label,
    materialType,
    perimeter,
    gateCount,
    taxLabel,
    taxCents,
    discountCents,
    totalCents,
    deposit,
    balanceCents,
  } = option;
  return {
    label,
    materialType,
    perimeter,
    gateCount,
    lines: [
      ...countedLines(option.lines).map((line) => ({
        label: line.label,
        quantity: unitInWords(line, language) === undefined ? null : quantityInWords(line, language),
        amountCents: line.totalCents,
      })),
      ...(taxLabel === null ? [] : [{ label: taxLabel, quantity: null, amountCents: taxCents }]),
    ],
    discountCents,
    totalCents,
    depositCents: deposit.cents,
    balanceCents,
  };
};

const TITLE = /^\s*(?:\d+[.)]\s*)?(.{2,80})$/;

/** The maximum length, in characters, of an excerpt from the terms in an answer. */
const LONGEST_SECTION = 1_500;

/**
 * Splits terms into sections. A section is a paragraph with a title as its first line. A long section is cut off and
 * ends with '…'.
 */
export const sectionsOf = (terms: string): Fact[] =>
  terms.split(/\n\s*\n/).flatMap((section, index) => {
    const [first = '', ...rest] = section.trim().split('\n');
    const title = TITLE.exec(first)?.[1];
    const answer = rest.join(' ').trim();
    return title === undefined || answer === ''
      ? []
      : [{ id: `terms-${index}`, question: title, answer: shortened(answer) }];
  });

function shortened(section: string): string {
  if (section.length <= LONGEST_SECTION) return section;
  const start = section.slice(0, LONGEST_SECTION);
  const end = Math.max(...['. ', '! ', '? '].map((mark) => start.lastIndexOf(mark)));
  return `${(end > 0 ? start.slice(0, end + 1) : start).toWellFormed()} …`;
}
