import { askedFaults, askedFence } from '#shared/features/pricing/asked-fence.rules.ts';
import type { Fence } from '#shared/features/pricing/fence.ts';
import { priceFence } from '#shared/features/pricing/price.rules.ts';
import { drawingMatches } from '#shared/features/drawing/measured.ts';
import { type EstimateSendInput, estimateSendInput } from '#shared/features/estimates/estimates.schema.ts';
import type { InstantFacts } from '#shared/features/instant/instant.rules.ts';
import type { InstantSettings } from '#shared/features/instant/instant.schema.ts';
import { jobZip } from '#shared/features/leads/job-zip.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { findZip } from '../../platform/us-data/index.ts';
import { quotesRemaining } from '../billing/check-plan-limit.ts';
import { getCompany } from '../estimates/estimates.repository.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { leadWords } from '../leads/words.ts';
import { getPrices, type StoredPrices } from '../pricing/prices.repository.ts';
import { budgetLeft, type Spend } from '../trust/budgets.ts';
import { missingOf } from './instant-settings.ts';

export interface Asking {
  companyId: CompanyId;
  lead: LeadRow;
  settings: InstantSettings;
  /** The network of the request. Null if it isn't known. */
  network: string | null;
  at: Date;
}

/** The facts about a request, and the estimate to send. It's null if the fence has no price. */
export interface AskedFacts {
  facts: InstantFacts;
  input: EstimateSendInput | null;
}

/**
 * Reads what decides about a lead's request. The caller must hold the locks of the settings and the lead, so that two
 * requests of one person or network never both find room.
 */
export async function readFacts(tx: CompanyTx, asking: Asking): Promise<AskedFacts> {
  const { companyId, lead, settings, at } = asking;
  const company = await getCompany(tx, companyId);
  const prices = await getPrices(tx, companyId);
  const zip = jobZip(lead);
  const fence = fenceOfLead(lead, prices);
  const drawing = lead.measured?.drawing ?? null;
  const facts: InstantFacts = {
    settings,
    missing: missingOf(company),
    held: lead.held_at !== null,
    quoteLeft: (await quotesRemaining(tx, { companyId, timeZone: company.time_zone, at })) > 0,
    // An estimate that a member sent meanwhile is the answer.
    limitReached: lead.estimate_sent_at !== null || !(await hasRoom(tx, asking)),
    zip,
    zipServed: zip !== null && findZip(zip) !== undefined && !isRefused(zip, prices),
    serviceZips: company.service_zips,
    materialIds: fence?.runs.map(({ materialId }) => materialId) ?? soldOf(lead, prices),
    feet: lead.perimeter_ft,
    totalCents: fence && totalOf(fence, prices, zip),
    drawn: drawing !== null && lead.perimeter_ft !== null && drawingMatches(lead.perimeter_ft, drawing),
    visited: await hasVisit(tx, asking),
  };
  return { facts, input: fence && inputOf(fence, lead.id) };
}

const isRefused = (zip: string, { book }: StoredPrices): boolean =>
  book.zones.some((zone) => 'refuse' in zone && zone.zips.includes(zip));

/** The lead's own material, if the company still sells it. */
const soldOf = ({ material_id: id }: LeadRow, { materials }: StoredPrices): string[] =>
  materials.filter((material) => material.id === id).map((material) => material.id);

/** Returns the fence that the homeowner asked for, or null if it can't be described with the company's prices. */
function fenceOfLead(lead: LeadRow, prices: StoredPrices): Fence | null {
  const { perimeter_ft: perimeter, gate_count: gateCount, measured } = lead;
  const [materialId] = soldOf(lead, prices);
  if (perimeter === null || materialId === undefined) return null;
  // A height or a gate may have left the price book since the homeowner asked.
  const say = leadWords(DEFAULT_LANGUAGE).refused;
  if (measured && Object.keys(askedFaults(measured, { materialId, prices, say })).length > 0) return null;
  return askedFence({ perimeter, materialId, gateCount, measured }, prices.book);
}

/** Returns what the fence costs in cents, or null if it has no price. */
function totalOf(fence: Fence, prices: StoredPrices, zip: string | null): number | null {
  try {
    return priceFence(fence, prices, { zip }).totalCents;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * Describes the fence as the estimate's form does, so that the estimate has the same price. Returns null if the form
 * wouldn't take it.
 */
function inputOf({ plain, runs, gates, removalFeet, corners, ends }: Fence, leadId: LeadId): EstimateSendInput | null {
  const [first] = runs;
  const measures =
    plain && first
      ? { perimeter: first.feet, materialId: first.materialId, gateCount: gates.length }
      : { runs, gates, corners, ends };
  return estimateSendInput.safeParse({ leadId, ...measures, removalFeet }).data ?? null;
}

/** The limits that an instant estimate to this person, because of this network, uses up. */
export const spendsOf = ({ companyId, lead: { email, phone }, network }: Asking): Spend[] => {
  const own = (address: string): string => `${companyId} ${address}`;
  return [
    ...(email === null ? [] : [{ budget: 'instant-email', key: own(email) } as const]),
    ...(phone === null ? [] : [{ budget: 'instant-phone', key: own(phone) } as const]),
    ...(network === null ? [] : [{ budget: 'instant-network', key: own(network) } as const]),
  ];
};

async function hasRoom(tx: CompanyTx, asking: Asking): Promise<boolean> {
  for (const spend of spendsOf(asking)) if ((await budgetLeft(tx, spend, asking.at)) < 1) return false;
  return true;
}

const hasVisit = async (tx: CompanyTx, { companyId, lead }: Asking): Promise<boolean> =>
  (await tx
    .selectFrom('visits')
    .select('id')
    .where('company_id', '=', companyId)
    .where('lead_id', '=', lead.id)
    .where('status', 'in', ['booked', 'done'])
    .limit(1)
    .executeTakeFirst()) !== undefined;
