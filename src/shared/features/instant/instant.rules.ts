import type { InstantCondition, InstantReason, InstantSettings } from './instant.schema.ts';

/** The facts about a company that instant estimates depend on. */
export interface InstantCompany {
  emailConfirmed: boolean;
  paymentsConnected: boolean;
  terms: string;
  postalAddress: string | null;
}

/** Returns what a company must add before estimates can go out by themselves, in the order of `INSTANT_CONDITIONS`. */
export const missingForInstant = (company: InstantCompany): InstantCondition[] => [
  ...(company.emailConfirmed ? [] : ['email' as const]),
  ...(company.paymentsConnected ? [] : ['payments' as const]),
  ...(company.terms.trim() === '' ? ['terms' as const] : []),
  ...((company.postalAddress ?? '').trim() === '' ? ['postalAddress' as const] : []),
];

/** The facts that decide about one request. They're read together under the locks of `settle-request.ts`. */
export interface InstantFacts {
  settings: InstantSettings;
  missing: readonly InstantCondition[];
  held: boolean;
  quoteLeft: boolean;
  /** Whether the person or the network already got as many instant estimates as they may. */
  limitReached: boolean;
  /** The job's five-digit ZIP code. Null if it isn't known. */
  zip: string | null;
  /** Whether the ZIP code exists in the US and the company's price book serves it. */
  zipServed: boolean;
  /** The ZIP codes of the company's service area. Empty: everywhere. */
  serviceZips: readonly string[];
  /** The materials of all runs. Empty if the company doesn't sell one of them. */
  materialIds: readonly string[];
  /** In feet. Null if it isn't known. */
  feet: number | null;
  /** The total that the estimate would ask for, in cents. Null if the fence has no price. */
  totalCents: number | null;
  /** Whether the homeowner drew the fence, as long as it's priced. */
  drawn: boolean;
  /** Whether the lead has a visit that is booked or was done. */
  visited: boolean;
}

/**
 * Returns why a request doesn't get an instant estimate, or null if it does. The first reason that applies counts
 * (`INSTANT_REASONS`).
 */
export const whyNotInstant = (facts: InstantFacts): InstantReason | null => {
  const { settings, zip, materialIds, feet, totalCents } = facts;
  const zips = settings.zips.length > 0 ? settings.zips : facts.serviceZips;
  const isOutside = zip === null || !facts.zipServed || (zips.length > 0 && !zips.includes(zip));
  const isOther =
    materialIds.length === 0 ||
    (settings.materialIds.length > 0 && materialIds.some((id) => !settings.materialIds.includes(id)));
  const applies: [InstantReason, boolean][] = [
    ['off', !settings.enabled || facts.missing.length > 0],
    ['held', facts.held],
    ['quota', !facts.quoteLeft],
    ['recent', facts.limitReached],
    ['zip', isOutside],
    ['material', isOther],
    ['price', totalCents === null || totalCents <= 0],
    ['drawing', settings.requireDrawing && !facts.drawn],
    ['feet', feet === null || feet > settings.maxFeet],
    ['total', totalCents === null || totalCents > settings.maxTotalCents],
    ['visit', settings.visitFirst && !facts.visited],
  ];
  return applies.find(([, is]) => is)?.[0] ?? null;
};
