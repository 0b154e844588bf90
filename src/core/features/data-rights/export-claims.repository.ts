import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { MINUTE } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { leaseFor, UNCLAIMED } from '../../platform/db/lease.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Database } from '../../platform/db/tables.ts';

const lease = leaseFor(MINUTE);
/** A company whose export fails this often gets the error instead of another attempt. */
const ATTEMPTS = 5;

/** An export that this worker makes. Its rows change only while `claim` is the one stored. */
export interface ClaimedExport {
  id: string;
  companyId: CompanyId;
  claim: string;
}

/** Another worker took over, because this one's lease had ended. */
export class LostExport extends Error {}

/** Claims the export that has waited longest, and deletes what an earlier worker left of it. */
export async function takeExport({ system }: SystemDeps): Promise<ClaimedExport | undefined> {
  const claim = randomUUID();
  return system.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; companyId: CompanyId }>`update company_exports
      set status = 'running', claim = ${claim}, claimed_until = ${lease}, attempts = attempts + 1, rows_done = 0, size = 0
      where id = (select id from company_exports where status in ('waiting', 'running') and ${UNCLAIMED}
        and attempts < ${ATTEMPTS} order by requested_at limit 1 for update skip locked)
      returning id, company_id as "companyId"`.execute(tx);
    const [taken] = rows;
    if (taken) await tx.deleteFrom('company_export_parts').where('export_id', '=', taken.id).execute();
    return taken && { ...taken, claim };
  });
}

/** Marks exports that no worker could finish as failed. */
export const giveUpExports = ({ system }: SystemDeps, now: Date) =>
  sql`with given_up as (update company_exports set status = 'failed', claim = null, claimed_until = null,
      finished_at = ${now} where status in ('waiting', 'running') and ${UNCLAIMED} and attempts >= ${ATTEMPTS} returning id)
    delete from company_export_parts where export_id in (select id from given_up)`.execute(system);

/** Extends the lease and stores the progress. Throws LostExport. */
export async function holdExport(
  system: Kysely<Database>,
  { id, claim }: ClaimedExport,
  { done, total }: { done: number; total: number },
): Promise<void> {
  const { numAffectedRows } = await sql`update company_exports set claimed_until = ${lease}, rows_done = ${done},
    rows_total = ${total} where id = ${id} and claim = ${claim} and status = 'running'`.execute(system);
  if (numAffectedRows !== 1n) throw new LostExport();
}

/** Stores a part. Throws LostExport. */
export async function storePart(
  system: Kysely<Database>,
  { id, claim }: ClaimedExport,
  { position, content }: { position: number; content: Buffer },
): Promise<void> {
  const { numAffectedRows } = await sql`with held as (update company_exports set size = size + ${content.length}
      where id = ${id} and claim = ${claim} and status = 'running' returning company_id)
    insert into company_export_parts (company_id, export_id, position, content)
    select company_id, ${id}, ${position}, ${content} from held`.execute(system);
  if (numAffectedRows !== 1n) throw new LostExport();
}

/** Ends the export. Only the claim's holder can, so it's done once. Throws LostExport. */
export async function finishExport(
  system: Kysely<Database>,
  { id, claim }: ClaimedExport,
  { now, deletesAt }: { now: Date; deletesAt: Date },
): Promise<void> {
  const { numAffectedRows } = await sql`update company_exports set status = 'done', claim = null, claimed_until = null,
    rows_done = coalesce(rows_total, 0), finished_at = ${now}, deletes_at = ${deletesAt}
    where id = ${id} and claim = ${claim} and status = 'running'`.execute(system);
  if (numAffectedRows !== 1n) throw new LostExport();
}

/** Lets another worker begin it, because this one stops. */
export const letGoOfExport = (system: Kysely<Database>, { id, claim }: ClaimedExport) =>
  sql`update company_exports set status = 'waiting', claim = null, claimed_until = null, attempts = attempts - 1
    where id = ${id} and claim = ${claim} and status = 'running'`.execute(system);

/** Deletes the zips whose time is over. */
export const removeOldExports = ({ system }: SystemDeps, now: Date) =>
  sql`with old as (update company_exports set status = 'removed' where status = 'done' and deletes_at <= ${now} returning id)
    delete from company_export_parts where export_id in (select id from old)`.execute(system);
