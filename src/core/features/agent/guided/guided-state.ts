import type { PriceRange } from '#shared/features/pricing/price-range.rules.ts';
import type { Language } from '#shared/primitives/language.ts';
import type { Form, Part } from './lengths/read-lengths.ts';
import type { Sold } from './materials.ts';

/** The information collected so far in a conversation. It's stored with the conversation as JSON. */
export interface GuidedState {
  language: Language;
  fence: {
    /** Decimal feet. Surely the whole fence: stated alone, reckoned beyond doubt, or confirmed by the homeowner. */
    feet: number | null;
    /** A length that the homeowner must confirm. Until then, no price is stated. Absent if there's none. */
    proposed?: Reckoning;
    materialId: string | null;
    gateCount: number | null;
    heightFt: number | null;
    removal: boolean;
  };
  contact: {
    name: string | null;
    email: string | null;
    phone: string | null;
    zip: string | null;
    address: string | null;
  };
  /** The information that the last answer asked for. */
  asked: Asked | null;
  /**
   * The number of unclear messages since the last message that the agent understood. Off-topic messages don't count.
   */
  unsure: number;
  /** Whether the homeowner was told that the answers are automated. */
  disclosed: boolean;
  handedOver: HandoverReason | null;
  /** The last price that was stated. */
  told: ToldPrice | null;
  /** Whether the conversation has a lead. */
  lead: boolean;
}

/** How a length was reckoned from the homeowner's words. Lengths are in decimal feet. */
export interface Reckoning {
  feet: number;
  parts: readonly Part[];
  form: Form;
}

export type Asked = 'feet' | 'confirm' | 'material' | 'gates' | 'reach' | 'name' | 'more';

/**
 * When the agent hands the conversation over to a person: the homeowner asked for one ('asked') or is upset ('angry'), no
 * fact answers a question about permits, property lines or contracts ('law'), or a second message in a row wasn't
 * understood or one is too long ('unsure').
 */
export type HandoverReason = 'asked' | 'angry' | 'law' | 'unsure';

/** The answer to one message. */
export interface Answered {
  state: GuidedState;
  /** The answer's text, in the conversation's language. */
  text: string;
  /** The price stated in `text`, if any. */
  price: ToldPrice | null;
  /**
   * Whether to create or update the lead. Requires an email address or phone number, and either a described fence or a
   * handover.
   */
  lead: boolean;
  /** The reason for the handover to a person. Null if this answer doesn't hand the conversation over. */
  handover: HandoverReason | null;
  /** A question that no fact answers, as the homeowner typed it. */
  unanswered: string | null;
  /**
   * Whether the message was positively understood as being about the fence or the estimate. In texts and emails, only
   * such messages are answered, because any other message may ask to stop or come from someone else.
   */
  isUnderstood: boolean;
}

/** Returns an answer with only text: no price, no lead and no handover. */
export const only = (state: GuidedState, text: string): Answered => ({
  state,
  text,
  price: null,
  lead: false,
  handover: null,
  unanswered: null,
  isUnderstood: false,
});

/** A price that `priceOf` returned. */
export interface ToldPrice {
  totalCents: number;
  /** What the homeowner was told instead of the exact price, which they get with their contact details. */
  range?: PriceRange;
  /** Decimal feet. */
  perimeter: number;
  materialType: string;
  gateCount: number;
}

export interface Fact {
  id: string;
  question: string;
  answer: string;
}

/** The company data that the conversation may use. */
export interface GuidedCompany {
  name: string;
  /** Materials that the company sells, in the order set by the company. */
  materials: readonly Sold[];
  /** Whether homeowners choose the material. If false, the first material is used. */
  materialSelection: boolean;
  /** Whether the conversation states prices at all. */
  instantQuotes: boolean;
  /** Whether the homeowner must give an email address or a phone number before a price is stated. */
  priceGating: boolean;
  /** How far a stated range goes below and above the price, in per cent. 0 if the exact price is stated. */
  rangePercent: number;
  /** Returns the price in cents. Null if there's none. */
  priceOf: (fence: { perimeter: number; materialId: string; gateCount: number }) => number | null;
  /** Returns the fact that answers a question. Undefined if there's none. */
  findFact: (question: string, language: Language) => Fact | undefined;
  /** Whether a string (`plainText`) is about a topic that the contractor excluded. */
  isForbidden: (plain: string) => boolean;
}

export const newState = (language: Language): GuidedState => ({
  language,
  fence: { feet: null, materialId: null, gateCount: null, heightFt: null, removal: false },
  contact: { name: null, email: null, phone: null, zip: null, address: null },
  asked: null,
  unsure: 0,
  disclosed: false,
  handedOver: null,
  told: null,
  lead: false,
});
