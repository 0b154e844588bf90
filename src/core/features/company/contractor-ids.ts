import { randomUUID } from 'node:crypto';
import { contractorIdOf } from '#shared/features/company/contractor-id.rules.ts';
import { DAY, SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { SystemDb, SystemDeps, SystemTx } from '../../platform/db/system.ts';
import { createRateLimit } from '../../platform/rate-limit.ts';

/**
 * Returns a contractor id for a company name, such as 'acme-fence'. If another company has or had that id, returns
 * 'acme-fence-2', and so on. Ids of the company `own` count as free, so a company can get one of its earlier ids again.
 * The query covers all tenants, because contractor ids are globally unique.
 */
export async function freeContractorId(
  db: SystemDb | SystemTx,
  companyName: string,
  own: CompanyId | null = null,
): Promise<string> {
  const wanted = contractorIdOf(companyName);
  for (let suffix = 1; ; suffix += 1) {
    const id = suffix === 1 ? wanted : `${wanted}-${suffix}`;
    const owner = await db
      .selectFrom('company_profiles')
      .select('id')
      .where('contractor_id', '=', id)
      .unionAll(db.selectFrom('contractor_aliases').select('company_id as id').where('contractor_id', '=', id))
      .limit(1)
      .executeTakeFirst();
    if (!owner || owner.id === own) return id;
  }
}

/** The maximum number of ids per company. This limits renames, because every id keeps working forever. */
const MOST_IDS = 10;
const RENAMES = {
  name: 'contractor-id',
  points: 5,
  durationSeconds: DAY / SECOND,
  message: 'You changed the company name 5 times today. Try again tomorrow',
};

export type NamingDeps = SystemDeps;

/**
 * Returns a company's contractor id for its new name. If one of the company's current or earlier ids fits the name,
 * returns that id. Otherwise, returns a new id. Returns undefined if the company keeps its id, because the name is
 * unchanged or because the company already has ten ids and none of them fits. Throws RATE_LIMITED if the company
 * already got five new ids within a day of wall-clock time.
 */
export async function contractorIdForName(
  { system }: NamingDeps,
  { companyId, name }: { companyId: CompanyId; name: string },
): Promise<string | undefined> {
  const company = await system
    .selectFrom('company_profiles')
    .select(['name', 'contractor_id'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  if (company.name === name) return undefined;
  const wanted = await freeContractorId(system, name, companyId);
  const aliases = await system
    .selectFrom('contractor_aliases')
    .select('contractor_id')
    .where('company_id', '=', companyId)
    .execute();
  const held = new Set([company.contractor_id, ...aliases.map((alias) => alias.contractor_id)]);
  if (held.has(wanted)) return wanted;
  if (held.size >= MOST_IDS) return undefined;
  await createRateLimit({ system }, RENAMES).consume(companyId);
  return wanted;
}

/**
 * Creates a placeholder for the contractor id, used until the owner's email address is confirmed. It's never shown.
 */
export const placeholderId = (): string => `unconfirmed-${randomUUID()}`;

/**
 * Gives a company a contractor id based on its name. Called when the owner's email address is confirmed. If two
 * companies claim the same id at the same time, the second company waits for the first, and then gets the id with the
 * next number.
 */
export async function claimContractorId(
  tx: SystemTx,
  { id: companyId, name }: { id: CompanyId; name: string },
): Promise<string> {
  for (;;) {
    const contractorId = await freeContractorId(tx, name, companyId);
    const claimed = await tx
      .insertInto('contractor_aliases')
      .values({ contractor_id: contractorId, company_id: companyId })
      // Keeps an id that already belongs to the company.
      .onConflict((conflict) =>
        conflict
          .column('contractor_id')
          .doUpdateSet({ company_id: companyId })
          .where('contractor_aliases.company_id', '=', companyId),
      )
      .returning('contractor_id')
      .executeTakeFirst();
    if (!claimed) continue;
    await tx.updateTable('company_profiles').set({ contractor_id: contractorId }).where('id', '=', companyId).execute();
    return contractorId;
  }
}
