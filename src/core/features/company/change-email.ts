import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { dropCompanyCode } from '../trust/company-codes.ts';
import type { CompanyProofs } from '../trust/company-proofs.ts';
import { sendCompanyCode } from '../trust/send-code.ts';

/** The company that requests the change, with the client's IP address. */
export interface Asker {
  companyId: CompanyId;
  ip: string;
}

export interface NewEmail {
  /** The new email address, in lowercase. */
  wanted: string;
  /** The owner's own email address if it's confirmed, or undefined otherwise. */
  owners: string | undefined;
}

type EmailColumns = Partial<Pick<CompanyProofs, 'email' | 'email_confirmed_at' | 'pending_email'>>;

/**
 * Returns the columns to change when the company enters an email address. If it's the owner's own confirmed email
 * address, it takes effect immediately. If it's the company's current email address, a pending change is canceled. Any
 * other email address gets a code and stays pending until it's confirmed. The caller must have locked the company.
 * Throws RATE_LIMITED.
 */
export async function changeCompanyEmail(
  tx: CompanyTx,
  deps: Pick<Deps, 'config' | 'clock'>,
  asker: Asker,
  { before, wanted, owners }: NewEmail & { before: CompanyProofs },
): Promise<EmailColumns> {
  const isInForce = wanted === before.email.toLowerCase();
  if (!isInForce && wanted !== owners) {
    await sendCompanyCode(tx, deps, { ...asker, what: 'email', target: wanted });
    return { pending_email: wanted };
  }
  await dropCompanyCode(tx, { companyId: asker.companyId, what: 'email' });
  return {
    pending_email: null,
    ...(!isInForce && { email: wanted, email_confirmed_at: deps.clock.now() }),
  };
}

/** Reads the confirmed email address of the company's owner. */
export const ownersAddress = async ({ system }: SystemDeps, companyId: CompanyId): Promise<string | undefined> => {
  const owner = await system
    .selectFrom('company_profiles')
    .innerJoin('users', 'users.id', 'company_profiles.user_id')
    .select('users.email')
    .where('company_profiles.id', '=', companyId)
    .where('users.email_verified_at', 'is not', null)
    .executeTakeFirst();
  return owner?.email;
};
