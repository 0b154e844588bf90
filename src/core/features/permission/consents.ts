import { type Insertable, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import type { ConsentsTable } from './permission.table.ts';

/** The reason shown when a text with an offer isn't sent. */
export const OFFER_NEEDS_WRITING = 'An offer by text needs written consent, but this person’s consent was verbal';

/** Whether this person consented to texts in writing. Offers and review requests require this (C5). */
export async function hasWrittenConsent(
  tx: CompanyTx,
  { company, phone }: { company: Pick<RowOf<'company_profiles'>, 'id'>; phone: string },
): Promise<boolean> {
  const consent = await tx
    .selectFrom('consents')
    .innerJoin('leads', 'leads.id', 'consents.lead_id')
    .select('consents.id')
    .where('consents.company_id', '=', company.id)
    .where('consents.phone', '=', phone)
    .where('consents.method', '!=', 'verbal')
    .where('leads.held_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return consent !== undefined;
}

// Only this file writes to `consents` (one-writer.unit.test.ts).

const LONGEST_USER_AGENT = 1_000;

/** A consent to texts, as given (C3). A long `user_agent` is truncated. */
type NewConsent = Insertable<ConsentsTable> & { user_agent: string };

/** Stores consents in one statement. They're never changed later. */
export async function insertConsents(tx: CompanyTx, consents: readonly NewConsent[]): Promise<void> {
  if (consents.length === 0) return;
  const rows = consents.map((consent) => ({
    ...consent,
    user_agent: consent.user_agent.slice(0, LONGEST_USER_AGENT),
  }));
  await tx.insertInto('consents').values(rows).execute();
}

/** Returns an SQL statement that moves one lead's consents to another (`merge-rows.ts`). */
export const movingConsents = ({ companyId, from, to }: { companyId: CompanyId; from: LeadId; to: LeadId }) =>
  sql`update consents set lead_id = ${to} where company_id = ${companyId} and lead_id = ${from}`;

/** Returns an SQL statement that deletes consents from before `at`, as far as `of` applies (`forget-kept.ts`). */
export const forgettingConsents = (at: Date, of: RawBuilder<SqlBool>) =>
  sql`delete from consents where at < ${at} and ${of}`;
