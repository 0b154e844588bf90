import { settingsFacts } from '#core/features/agent/company-facts.ts';
import { factSearch } from '#core/features/agent/guided/find-fact.ts';
import type { Fact, GuidedCompany } from '#core/features/agent/guided/guided-state.ts';
import { plainFence } from '#shared/features/pricing/fence.ts';
import { neutralBook } from '#shared/features/pricing/price-book.ts';
import { priceFence } from '#shared/features/pricing/price.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';

const BASE_PRICE_CENTS = 2_750;
const GATE_PRICE_CENTS = 32_500;

interface Material {
  id: string;
  name: string;
  premiumCents: number;
}
const material = (name: string, premiumCents: number): Material => ({
  id: name.toLowerCase().replaceAll(' ', '-'),
  name,
  premiumCents,
});

const MATERIALS: readonly Material[] = [
  material('Wood', 0),
  material('Vinyl', 1_137),
  material('Chain Link', -812),
  material('Aluminum', 1_963),
];
const WITH_HEIGHTS: readonly Material[] = [
  material('Cedar 6 ft', 0),
  material('Vinyl Privacy 6 ft', 1_137),
  material('Chain Link 4 ft', -1_012),
  material('Chain Link 6 ft', -612),
];

/** The company that the homeowners contact. */
export const COMPANY = {
  name: 'Acme Fence',
  phone: '+12085550100',
  hours: 'Monday to Friday 8 to 5',
  towns: ['Boise, ID', 'Meridian, ID', 'Nampa, ID'],
};

/** The questions and answers that the company's owner entered. */
export const FACTS: readonly Omit<Fact, 'id'>[] = [
  { question: 'Do you offer a warranty?', answer: 'We give five years on our work and pass on the maker’s warranty.' },
  { question: 'Do you take a deposit?', answer: 'We ask for a deposit when you sign, and the rest when we are done.' },
  { question: 'Do you offer financing or installments?', answer: 'We don’t finance fences ourselves.' },
  { question: 'How can I pay? Do you take credit cards?', answer: 'You can pay by card, by check or in cash.' },
  { question: 'Do you stain or paint fences?', answer: 'Yes, we stain wood fences after they have dried.' },
  { question: 'Do you remove and haul away the old fence?', answer: 'Yes, we take down and haul away old fences.' },
  {
    question: 'Do you repair fences and leaning posts?',
    answer: 'Yes, we repair fences that other companies built too.',
  },
  { question: 'Are the posts set in concrete?', answer: 'Every post stands in concrete.' },
  { question: 'Are you licensed and insured?', answer: 'Yes, we are licensed and insured in Idaho.' },
];

/** Facts about another company on the same server. The agent must never mention them. */
export const OTHER_COMPANY = ['Treasure Valley', 'Bob', 'Home Depot', '555-0900', 'lifetime', '$19', '2,150'];

const MATERIALS_OF: Record<string, readonly Material[]> = { heights: WITH_HEIGHTS };

/** Returns the company with the settings that a conversation specifies. */
export function companyWith(setting: string): GuidedCompany {
  const materials = MATERIALS_OF[setting] ?? MATERIALS;
  const { own, known } = knowledge(materials);
  return {
    name: COMPANY.name,
    materials,
    materialSelection: setting !== 'onematerial',
    instantQuotes: setting !== 'noprices',
    priceGating: setting === 'gated',
    rangePercent: 0,
    priceOf: (fence) => priceOf(materials, fence),
    findFact: (question, language) => factSearch([...own, ...settingsFacts(known, language)])(question),
    isForbidden: () => false,
  };
}

function knowledge(materials: readonly Material[]) {
  const own: Fact[] = FACTS.map((fact, at) => ({ id: String(at), ...fact }));
  return { own, known: { ...COMPANY, materials: materials.map(({ name }) => name) } };
}

/** All of the company's facts, in both languages. */
export function factsOf(setting: string): Fact[] {
  const { own, known } = knowledge(MATERIALS_OF[setting] ?? MATERIALS);
  return [...own, ...settingsFacts(known, 'en'), ...settingsFacts(known, 'es')];
}

function priceOf(materials: readonly Material[], fence: Parameters<GuidedCompany['priceOf']>[0]): number | null {
  try {
    return priceFence(plainFence(fence), {
      basePriceCents: BASE_PRICE_CENTS,
      gatePriceCents: GATE_PRICE_CENTS,
      materials,
      book: neutralBook(GATE_PRICE_CENTS),
    }).totalCents;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
