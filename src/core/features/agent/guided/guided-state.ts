import type { Language } from '#shared/primitives/language.ts';
import type { Sold } from './materials.ts';

/** What a conversation knows so far; stored with it as JSON. */
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
  /** How many answers in a row didn't understand. */
  unsure: number;
  /** Whether the homeowner was told that the answers are automated. */
  disclosed: boolean;
  handedOver: HandoverReason | null;
  /** The price that was told last. */
  told: ToldPrice | null;
  /** Whether a lead exists. */
  lead: boolean;
}

export type Asked = 'feet' | 'material' | 'gates' | 'reach' | 'name' | 'more';
export type HandoverReason = 'asked' | 'angry' | 'law' | 'unsure';

/** A price that the price function gave. */
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

/** What the conversation may use of the company. */
export interface GuidedCompany {
  name: string;
  /** In the company's order. */
  materials: readonly Sold[];
  /** Whether the homeowner chooses the material; otherwise it is the first. */
  materialSelection: boolean;
  /** Whether prices are told at all. */
  instantQuotes: boolean;
  /** Whether a price is told only after an email or a phone number. */
  priceGating: boolean;
  /** The price function: cents, or null if there is no price. */
  priceOf: (fence: { perimeter: number; materialId: string; gateCount: number }) => number | null;
  /** The fact that answers a question, if any. */
  findFact: (question: string, language: Language) => Fact | undefined;
  /** Whether a plain text is about something that the contractor doesn't want talked about. */
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
