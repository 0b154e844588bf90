import { plainFence } from '#shared/features/pricing/fence.ts';
import { priceFence } from '#shared/features/pricing/price.rules.ts';
import { agentAnswersHere } from '#shared/features/agent/agent-hours.rules.ts';
import type { AgentChannel, AgentSettings } from '#shared/features/agent/agent.schema.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { LANGUAGES } from '#shared/primitives/language.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { accessOf, findAccessRow } from '../billing/access.ts';
import { findOffer, type Offer } from '../widget/offer.repository.ts';
import { readAgentSettings } from './agent-settings.ts';
import { findInTerms, readKnowledge, settingsFacts } from './company-facts.ts';
import { factSearch } from './guided/find-fact.ts';
import { forbiddenTopics } from './guided/forbidden-topics.ts';
import type { Fact, GuidedCompany } from './guided/guided-state.ts';

/** The data that a turn may use: only this company's prices, settings and facts. */
export interface TurnContext {
  offer: Offer;
  settings: AgentSettings;
  company: GuidedCompany;
  /** The facts that the company entered and the facts derived from its settings, in every language. */
  facts: Fact[];
}

/** Returns all company data that an answer is based on. If any of the data changes, the answer is out of date. */
export const basisOf = ({ offer, settings, company, facts }: TurnContext) => {
  const { basePriceCents, gatePriceCents, book } = offer;
  const { name, materials, materialSelection, instantQuotes, priceGating } = company;
  const { tone, forbiddenTopics } = settings;
  const told = { name, materials, materialSelection, instantQuotes, priceGating, tone, forbiddenTopics };
  return { ...told, basePriceCents, gatePriceCents, book, facts };
};
export type Basis = ReturnType<typeof basisOf>;

interface Where {
  companyId: CompanyId;
  channel: AgentChannel;
  at: Date;
}

/**
 * Reads the context. Throws NOT_FOUND if the company doesn't exist, and FORBIDDEN if it doesn't have a plan or its
 * agent doesn't currently answer on this channel.
 */
export async function readContext(tx: CompanyTx, { companyId, channel, at }: Where): Promise<TurnContext> {
  const offer = await findOffer(tx, { companyId, now: at });
  if (!offer) throw notFound('this contractor');
  const isPaid = accessOf(await findAccessRow(tx, companyId), at).hasDashboard;
  const settings = await readAgentSettings(tx, companyId);
  if (!isPaid || !agentAnswersHere(settings, channel, { now: at, zone: offer.company.time_zone }))
    throw new AppError('This company doesn’t answer questions here. Please use the form', 'FORBIDDEN');
  return { offer, settings, ...(await companyOf(tx, { companyId, offer, settings })) };
}

interface Of {
  companyId: CompanyId;
  offer: Offer;
  settings: AgentSettings;
}

async function companyOf(
  tx: CompanyTx,
  { companyId, offer, settings }: Of,
): Promise<Pick<TurnContext, 'company' | 'facts'>> {
  const { own, company, terms } = await readKnowledge(tx, companyId);
  const { name, phone } = offer.company;
  const known = { name, phone, ...company };
  return {
    facts: [...own, ...LANGUAGES.flatMap((language) => [...settingsFacts(known, language), ...terms(language)])],
    company: {
      name,
      materials: offer.materials,
      materialSelection: offer.company.widget_material_selection,
      instantQuotes: offer.company.widget_instant_quotes,
      priceGating: offer.company.widget_price_gating,
      rangePercent: offer.book.range.percent,
      priceOf: (fence) => priceOf(offer, fence),
      findFact: (question, language) =>
        factSearch([...own, ...settingsFacts(known, language)])(question) ?? findInTerms(question, terms(language)),
      isForbidden: forbiddenTopics(settings.forbiddenTopics),
    },
  };
}

function priceOf(offer: Offer, fence: Parameters<GuidedCompany['priceOf']>[0]): number | null {
  try {
    return priceFence(plainFence(fence), offer).totalCents;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
