import { sql } from 'kysely';
import { keptPlan, prepared } from '../../platform/db/dialect.ts';
import { asRequester } from '../../platform/db/requester.ts';
import type { SystemDb, SystemDeps } from '../../platform/db/system.ts';
import { inBatches } from '../../platform/in-batches.ts';
import { readContractorId } from './find-contractor.ts';
import { OFFER_COLUMNS, OFFER_JOINS, type OfferRow } from './offer.repository.ts';

/** The batched lookup for each database. */
const finders = new WeakMap<SystemDb, (contractorId: string) => Promise<OfferRow | undefined>>();

/**
 * Returns the widget offer for the company with this contractor id. A company's earlier ids work too. Returns undefined
 * if `findContractor` finds no company. While the maximum number of statements is running, new requests wait and then
 * share one statement, even if they're for different companies.
 */
export const findPublicOffer = async ({ system }: SystemDeps, contractorId: string): Promise<OfferRow | undefined> => {
  const id = readContractorId(contractorId);
  if (id === undefined) return undefined;
  const find = finders.get(system) ?? inBatches((ids) => asRequester(OF_ALL, () => readOffers(system, ids)), LIMITS);
  finders.set(system, find);
  return find(id);
};

/**
 * Widget requests for all companies together use at most two connections, and each statement serves at most 16
 * requests. Requests of other kinds therefore don't wait long for a connection.
 */
const LIMITS = { atOnce: 2, most: 16 };
const OF_ALL = { owner: 'widgets', lane: 'platform', gone: undefined } as const;

async function readOffers(system: SystemDb, ids: readonly string[]): Promise<Map<string, OfferRow>> {
  const { rows } = await sql<OfferRow & { asked: string }>`${prepared}
    select asked.id as asked, ${OFFER_COLUMNS}
    from unnest(${keptPlan(ids)}) as asked (id)
    join lateral (
      select id from company_profiles where contractor_id = asked.id
      union all select company_id from contractor_aliases where contractor_id = asked.id
      limit 1
    ) as named on true
    join company_profiles companies on companies.id = named.id
    join users on users.id = companies.user_id and users.email_verified_at is not null
    ${OFFER_JOINS}`.execute(system);
  return new Map(rows.map(({ asked, ...row }) => [asked, row]));
}
