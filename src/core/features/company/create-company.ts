import { DEFAULT_TERMS } from '#shared/features/company/default-terms.ts';
import {
  DEFAULT_CADENCE,
  DEFAULT_CHANNEL,
  DEFAULT_MESSAGES,
  DEFAULT_SEND_TIME,
} from '#shared/features/follow-ups/follow-ups.schema.ts';
import { DEFAULT_MATERIALS } from '#shared/features/pricing/pricing.schema.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import type { CompanyRow } from '../../platform/db/tables.ts';
import { freeContractorId } from './contractor-ids.ts';

/**
 * Founds a user's company with the defaults of section 9: terms, prices, materials, follow-ups, and no plan yet.
 * Two who found one of the same name at once get two ids: the second waits, and counts on. `email` is also the
 * copy in `subscribers`, unique among companies.
 */
export async function createCompany(
  tx: SystemTx,
  { userId, name, email }: { userId: UserId; name: string; email: string },
): Promise<CompanyRow> {
  const company = await insertCompany(tx, { userId, name, email });
  await tx.insertInto('company_members').values({ company_id: company.id, user_id: userId }).execute();
  await tx
    .insertInto('contractor_aliases')
    .values({ contractor_id: company.contractor_id, company_id: company.id })
    .execute();
  await tx.insertInto('subscribers').values({ company_id: company.id, email }).execute();
  await tx.insertInto('pricing_settings').values({ company_id: company.id }).execute();
  await tx
    .insertInto('materials')
    .values(
      DEFAULT_MATERIALS.map(({ name: material, premiumCents, description, basic }, position) => ({
        company_id: company.id,
        name: material,
        premium_cents: premiumCents,
        description,
        basic,
        position,
      })),
    )
    .execute();
  return company;
}

async function insertCompany(
  tx: SystemTx,
  { userId, name, email }: { userId: UserId; name: string; email: string },
): Promise<CompanyRow> {
  for (;;) {
    const company = await tx
      .insertInto('company_profiles')
      .values({
        user_id: userId,
        name,
        email,
        contractor_id: await freeContractorId(tx, name),
        terms: DEFAULT_TERMS,
        workflow_channel: DEFAULT_CHANNEL,
        workflow_cadence: [...DEFAULT_CADENCE],
        workflow_messages: [...DEFAULT_MESSAGES],
        send_time: DEFAULT_SEND_TIME,
      })
      .onConflict((conflict) => conflict.constraint('company_profiles_contractor_unique').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (company) return company;
  }
}
