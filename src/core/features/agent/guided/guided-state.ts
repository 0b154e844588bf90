import type { Language } from '#shared/primitives/language.ts';
import type { Sold } from './materials.ts';

/** What is known in a conversation so far. Stored with it as JSON. */
export interface GuidedState {
  language: Language;
  fence: {
    /** Decimal feet. */
    feet: number | null;
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
  /** What the last answer asked for. */
  asked: Asked | null;
  /** How many of the last messages in a row weren't understood. */
  unsure: number;
  /** Whether the homeowner was told that the answers are automated. */
  disclosed: boolean;
  handedOver: HandoverReason | null;
  /** The price that was stated last. */
  told: ToldPrice | null;
  /** Whether a lead exists. */
  lead: boolean;
}

export type Asked = 'feet' | 'material' | 'gates' | 'reach' | 'name' | 'more';
export type HandoverReason = 'asked' | 'angry' | 'law' | 'unsure';

/** A price that `priceOf` returned. */
export interface ToldPrice {
  totalCents: number;
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
  /** In the company's order. */
  materials: readonly Sold[];
  /** Whether the homeowner chooses the material; otherwise it is the first. */
  materialSelection: boolean;
  /** Whether the conversation states prices at all. */
  instantQuotes: boolean;
  /** Whether it states a price only after the homeowner gave an email address or a phone number. */
  priceGating: boolean;
  /** The price function: cents, or null if there is no price. */
  priceOf: (fence: { perimeter: number; materialId: string; gateCount: number }) => number | null;
  /** The fact that answers a question, if any. */
  findFact: (question: string, language: Language) => Fact | undefined;
  /** Whether a text (`plainText`) is about a topic that the contractor excluded. */
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
