import { DEFAULT_TERMS } from '#shared/features/company/default-terms.ts';
import {
  DEFAULT_CADENCE,
  DEFAULT_CHANNEL,
  DEFAULT_MESSAGES,
  DEFAULT_OFFERS,
  DEFAULT_SEND_TIME,
} from '#shared/features/follow-ups/follow-ups.schema.ts';
import { DEFAULT_MATERIALS } from '#shared/features/pricing/pricing.schema.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import type { CompanyRow } from './company.table.ts';
import { claimContractorId, placeholderId } from './contractor-ids.ts';

interface NewCompany {
  userId: UserId;
  name: string;
  /** The email address. Also copied to `subscribers`, where it must be unique. */
  email: string;
  /**
   * Whether the owner's email address is still unconfirmed. If so, the company gets a placeholder as its contractor id.
   * Default: false.
   */
  reserved?: boolean;
  /** If true, the company's texts don't require carrier approval (`isTextingStandIn`). Default: false. */
  textsApproved?: boolean;
}

/**
 * Creates a company for a user with the defaults in section 9 of the spec: terms, prices, materials and follow-ups. The
 * company doesn't have a plan.
 */
export async function createCompany(
  tx: SystemTx,
  { userId, name, email, reserved = false, textsApproved = false }: NewCompany,
): Promise<CompanyRow> {
  const founded = await insertCompany(tx, { userId, name, email, textsApproved });
  const company = reserved ? founded : { ...founded, contractor_id: await claimContractorId(tx, founded) };
  await tx.insertInto('company_members').values({ company_id: company.id, user_id: userId, role: 'owner' }).execute();
  await tx.insertInto('subscribers').values({ company_id: company.id, email }).execute();
  await tx.insertInto('pricing_settings').values({ company_id: company.id }).execute();
  await tx
    .insertInto('materials')
    .values(
      DEFAULT_MATERIALS.map(({ name: material, premiumCents, description, basic, system }, position) => ({
        company_id: company.id,
        name: material,
        premium_cents: premiumCents,
        description,
        basic,
        system,
        position,
      })),
    )
    .execute();
  return company;
}

const insertCompany = (
  tx: SystemTx,
  { userId, name, email, textsApproved }: Omit<NewCompany, 'reserved'>,
): Promise<CompanyRow> =>
  tx
    .insertInto('company_profiles')
    .values({
      user_id: userId,
      name,
      email,
      contractor_id: placeholderId(),
      sms_registration: textsApproved ? 'approved' : 'none',
      terms: DEFAULT_TERMS,
      workflow_channel: DEFAULT_CHANNEL,
      workflow_cadence: [...DEFAULT_CADENCE],
      workflow_messages: [...DEFAULT_MESSAGES],
      workflow_offers: JSON.stringify(DEFAULT_OFFERS),
      send_time: DEFAULT_SEND_TIME,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
