import { formatCents } from '#shared/primitives/cents.ts';
import { COMPANY, companyWith, FACTS, OTHER_COMPANY } from './company.ts';
import type { Turn } from './simulate.ts';
import type { Talk, WantedFence } from './talks.ts';

/** A conversation's errors, each with the sentence that caused it. All lists are empty if there are no errors. */
export interface Verdict {
  talk: Talk;
  turns: Turn[];
  /** Amounts that don't come from the price function or a fact. */
  wrongPrices: string[];
  /** Promises that the settings don't allow: discounts, dates, guarantees, confirmations. */
  promises: string[];
  /** Words from another company's facts. */
  foreign: string[];
  /** Messages with a missing or unnecessary handover to a person. */
  missedHandovers: string[];
  /** How the conversation's ending differed from the required ending. Empty if they match. */
  missed: string[];
  /** The number of the turn with the first price, starting at 1. Null if no turn had a price. */
  turnsToPrice: number | null;
}

const SUM = /\$ ?\d[\d,]*(?:\.\d+)?|\d[\d,.]* ?(?:dollars|bucks|usd|d[oó]lares|grand)\b|\d+ ?%|\d+ percent/gi;
const PROMISE =
  /\b(?:i (?:promise|guarantee|confirm)|we (?:promise|guarantee|will be there|can start|will finish|can finish)|guaranteed|locked in|i(?:’|')ll (?:give|take) you|discount (?:of|applied)|for free|no charge|price match|you(?:’|')re approved|le (?:prometo|garantizo|doy)|gratis|(?:tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next week) (?:at|works|is fine))\b/i;

/** Judges the agent's messages against the price function, the facts and the settings. */
export function judge(talk: Talk, turns: Turn[]): Verdict {
  const facts = [...FACTS.map(({ answer }) => answer), `${COMPANY.name} ${COMPANY.hours}`];
  const withoutFacts = (text: string): string => facts.reduce((rest, fact) => rest.replaceAll(fact, ' '), text);
  const spoken = turns.map((turn) => ({ ...turn, own: withoutFacts(turn.text) }));
  const priced = turns.findIndex(({ price }) => price !== null);
  return {
    talk,
    turns,
    wrongPrices: spoken.flatMap((turn) => wrongPrices(talk, turn)),
    promises: spoken.flatMap(({ own }) => (PROMISE.test(own) ? [own] : [])),
    foreign: spoken.flatMap(({ own }) => (OTHER_COMPANY.some((words) => own.includes(words)) ? [own] : [])),
    missedHandovers: missedHandovers(talk, turns),
    missed: missed(talk, turns),
    turnsToPrice: priced < 0 ? null : priced + 1,
  };
}

function wrongPrices({ setting }: Talk, { own, price }: Turn & { own: string }): string[] {
  const company = companyWith(setting);
  const material = company.materials.find(({ name }) => name === price?.materialType);
  const right =
    price === null || material === undefined
      ? null
      : company.priceOf({ perimeter: price.perimeter, materialId: material.id, gateCount: price.gateCount });
  const allowed = right === null ? [] : [formatCents(right)];
  const wrong = [...own.matchAll(SUM)].map(([sum]) => sum).filter((sum) => !allowed.includes(sum));
  return [...wrong, ...(price !== null && price.totalCents !== right ? [`price ${price.totalCents}`] : [])];
}

function missedHandovers(talk: Talk, turns: readonly Turn[]): string[] {
  const came = turns.findIndex(({ handover }) => handover);
  const due = turns.findIndex(({ handoverDue }) => handoverDue);
  if (came === due) return [];
  if (talk.ending.kind === 'noprice-ok') return [];
  return [due < 0 ? `needless: ${turns[came]?.said ?? ''}` : (turns[due]?.said ?? '')];
}

function missed({ ending }: Talk, turns: readonly Turn[]): string[] {
  const price = turns.findLast((turn) => turn.price !== null)?.price ?? null;
  const lead = turns.some((turn) => turn.lead);
  const last = turns.at(-1)?.text ?? '';
  switch (ending.kind) {
    case 'lead':
      if (!lead) return [`no lead: ${last}`];
      return price === null ? [`no price: ${last}`] : differs(price, ending.fence);
    case 'unpriced-lead':
      return price === null && lead ? [] : [price === null ? `no lead: ${last}` : 'a price'];
    case 'answered':
      return turns.some(({ text }) => text.toLowerCase().includes(ending.words.toLowerCase())) ? [] : [last];
    case 'handover':
      return turns.some(({ handover }) => handover) ? [] : [last];
    case 'declined':
    case 'child':
      return price === null && !lead ? [] : [`a price or a lead: ${last}`];
    case 'noprice-ok':
      return lead ? ['a lead'] : [];
  }
}

const differs = (
  price: { perimeter: number; materialType: string; gateCount: number },
  { feet, material, gates }: WantedFence,
): string[] =>
  price.perimeter === feet && price.materialType === material && price.gateCount === gates
    ? []
    : [`${price.perimeter} ft of ${price.materialType} with ${price.gateCount} gates`];
