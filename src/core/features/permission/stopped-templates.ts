import { sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/** Builds the SQL for a template's hash. Postgres computes every hash, so that stored and compared hashes match. */
export const templateHash = (body: ReturnType<typeof sql>) => sql`encode(sha256(convert_to(${body}, 'UTF8')), 'hex')`;

/** The explanation shown to the contractor when a text isn't sent because of its wording. */
export const FILTERED_WORDS = 'Carriers blocked a text with this wording as spam. Change the wording to send it again';

/** Whether carriers filter this exact template for the company. */
export async function isStoppedTemplate(tx: CompanyTx, companyId: CompanyId, template: string): Promise<boolean> {
  const { rows } = await sql`select 1 from stopped_templates
    where company_id = ${companyId} and template_hash = ${templateHash(sql`${template}::text`)}`.execute(tx);
  return rows.length > 0;
}
