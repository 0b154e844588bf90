import { z } from 'zod';
import { MAX_GATES } from '#shared/features/pricing/fence-limits.ts';
import { formatRange } from '#shared/features/pricing/price-range.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { counted } from '#shared/primitives/counted.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { type ModelTool, modelTool } from '../../../platform/model/model.ts';
import { asTold } from '../guided/answer-message.ts';
import { isReachable } from '../guided/hand-over.ts';
import { WORDS } from '../guided/words/index.ts';
import type { Fact, GuidedCompany, GuidedState, ToldPrice } from '../guided/guided-state.ts';
import { readIntents } from '../guided/intents.ts';
import { readMaterial } from '../guided/materials.ts';
import { plainText } from '../guided/plain-text.ts';
import type { SaidNumbers } from './said-numbers.ts';

/**
 * The tool results for one answer. They're kept only in memory, because nothing is stored until the answer has been
 * checked.
 */
export interface Draft {
  state: GuidedState;
  /** The numbers that the homeowner mentioned. The model can propose only these, so it can't invent a length. */
  said: SaidNumbers;
  /** The lengths that are surely the whole fence, in decimal feet. A price is quoted only for these. */
  confirmed: readonly number[];
  /** The prices that were quoted, in order. */
  quotes: ToldPrice[];
  /** Whether a person should take over. */
  handsOver: boolean;
  /** Whether the homeowner asked a question that no fact answers. */
  lacksFact: boolean;
  /** Whether the homeowner asked a question that a fact answers. */
  foundFact: boolean;
}

const feet = z.number().positive().max(100_000).describe('total length of the fence in feet');
const material = z.string().max(100).describe('one of the materials, by its name');
const gates = z.number().int().min(0).max(MAX_GATES).describe('how many gates, 0 for none');

/**
 * Returns the model's tools. They're bound to one company and one conversation, and don't accept company or
 * conversation IDs. Arguments that don't match the schema are rejected.
 */
export const toolsFor = (draft: Draft, company: GuidedCompany): Record<string, ModelTool> => ({
  quote_fence: modelTool(
    'Returns the price of a fence, and remembers the fence. The only way to get a price.',
    z.strictObject({ feet, material, gates }),
    (fence) => quote(draft, company, fence),
  ),
  remember_fence: modelTool(
    'Remembers what the homeowner said about the fence. Leave out what they didn’t say.',
    z.strictObject({
      feet: feet.optional(),
      material: material.optional(),
      gates: gates.optional(),
      heightFt: z.number().positive().max(12).optional(),
      removeOldFence: z.boolean().optional(),
    }),
    (fence) => remember(draft, company, fence),
  ),
  look_up_fact: modelTool(
    'Returns the company’s answer on a topic, such as materials, service areas, hours, payment or warranty.',
    z.strictObject({ question: z.string().min(1).max(300) }),
    ({ question }) => lookUp(draft, company, question),
  ),
  hand_over: modelTool(
    'Hands the conversation to someone at the company. Use it if you can’t answer, or if the homeowner asks for a person.',
    z.strictObject({}),
    () => {
      draft.handsOver = true;
      return { done: true };
    },
  ),
});

interface FenceArguments {
  feet?: number | undefined;
  material?: string | undefined;
  gates?: number | undefined;
  heightFt?: number | undefined;
  removeOldFence?: boolean | undefined;
}

const namesOf = ({ materials }: GuidedCompany): string[] => materials.map(({ name }) => name);

function remember(draft: Draft, company: GuidedCompany, given: FenceArguments): Record<string, unknown> {
  const { fence } = draft.state;
  const problem = problemWith(draft, given);
  if (problem !== undefined) return { problem };
  const chosen = given.material === undefined ? undefined : soldAs(given.material, company);
  draft.state = {
    ...draft.state,
    fence: {
      ...fence,
      feet: given.feet === undefined ? fence.feet : Math.round(given.feet * 100) / 100,
      materialId: chosen ?? fence.materialId,
      gateCount: given.gates ?? fence.gateCount,
      heightFt: given.heightFt ?? fence.heightFt,
      removal: fence.removal || given.removeOldFence === true,
    },
  };
  const isUnknown = given.material !== undefined && chosen === undefined;
  return isUnknown
    ? {
        problem:
          'There is no price for that material here. Don’t say that the company doesn’t build it: the team can tell them.',
        materials: namesOf(company),
      }
    : { remembered: true };
}

/**
 * Returns the reason that a length or a number of gates can't be used. A length that the homeowner mentioned, but that
 * isn't surely the whole fence, is proposed to the homeowner.
 */
function problemWith(draft: Draft, given: FenceArguments): string | undefined {
  const { state, said, confirmed } = draft;
  const { fence, language } = state;
  if (given.gates !== undefined && given.gates !== fence.gateCount && !said.hasGates(given.gates))
    return 'The homeowner didn’t give this number of gates. Ask for it.';
  if (given.feet === undefined || isAmong(confirmed, given.feet)) return undefined;
  if (!said.hasFeet(given.feet)) return 'The homeowner didn’t give this length. Ask for it.';
  const feet = Math.round(given.feet * 100) / 100;
  const proposed = fence.proposed ?? { feet, parts: [{ feet, times: 1 }], form: 'single' };
  draft.state = { ...state, fence: { ...fence, proposed } };
  return `The homeowner hasn’t confirmed this length. Give no price. Ask: ${WORDS[language].confirm(proposed)}`;
}

/** Lengths are rounded to two decimal places. */
const NEAR = 0.01;
const isAmong = (lengths: readonly number[], feet: number): boolean =>
  lengths.some((length) => Math.abs(length - feet) <= NEAR);

/**
 * Returns the id of the named material, or undefined if this company doesn't sell that material. If the company sells
 * only one material or doesn't let homeowners choose, returns the id of the company's first material.
 */
function soldAs(name: string, { materials, materialSelection }: GuidedCompany): string | undefined {
  if (!materialSelection || materials.length === 1) return materials[0]?.id;
  const plain = plainText(name);
  const exact = materials.find((one) => plainText(one.name) === plain);
  return exact?.id ?? readMaterial(plain, materials, plainText).id ?? undefined;
}

function quote(
  draft: Draft,
  company: GuidedCompany,
  given: Required<Pick<FenceArguments, 'feet' | 'material' | 'gates'>>,
): Record<string, unknown> {
  const remembered = remember(draft, company, given);
  if (!company.instantQuotes)
    return { noPrice: 'This company tells no prices here. Ask for an email or phone number.' };
  if (company.priceGating && !isReachable(draft.state))
    return { noPrice: 'Ask for an email or phone number first. Then you can quote.' };
  if ('problem' in remembered) return remembered;
  const { feet: perimeter, gateCount } = draft.state.fence;
  const sold = company.materials.find(({ id }) => id === soldAs(given.material, company));
  const totalCents =
    sold === undefined || perimeter === null || gateCount === null
      ? null
      : company.priceOf({ perimeter, materialId: sold.id, gateCount });
  if (totalCents === null || sold === undefined || perimeter === null || gateCount === null)
    return { noPrice: 'There is no price for this fence.' };
  const price = asTold({ totalCents, perimeter, materialType: sold.name, gateCount }, draft.state, company);
  draft.quotes.push(price);
  return {
    total: price.range ? formatRange(price.range) : formatCents(totalCents),
    fence: `${formatFeet(perimeter)} of ${sold.name}, ${counted(gateCount, 'gate')}`,
  };
}

function lookUp(draft: Draft, company: GuidedCompany, question: string): Record<string, unknown> {
  const { language } = draft.state;
  const plain = plainText(question);
  const words = WORDS[language];
  if (company.isForbidden(plain)) return { answer: words.notHere(company.name) };
  const found: Fact | undefined = company.findFact(question, language);
  if (found !== undefined) {
    draft.foundFact = true;
    return { answer: found.answer };
  }
  const { discount, schedule } = readIntents(plain);
  if (discount) return { answer: words.discount };
  if (schedule) return { answer: words.schedule };
  draft.lacksFact = true;
  return { noFact: 'The company hasn’t said anything about this. Don’t guess. Offer that a person answers.' };
}
