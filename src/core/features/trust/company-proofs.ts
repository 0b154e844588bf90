import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { RowOf } from '../../platform/db/tables.ts';

/** Whether the company's current email address is confirmed. */
export const isCompanyEmailConfirmed = (company: Pick<RowOf<'company_profiles'>, 'email_confirmed_at'>): boolean =>
  company.email_confirmed_at !== null;

const COLUMNS = ['email', 'email_confirmed_at', 'pending_email', 'notify_phone', 'pending_notify_phone'] as const;

/** A company's confirmations, and the changes that it must still confirm. */
export type CompanyProofs = Pick<RowOf<'company_profiles'>, (typeof COLUMNS)[number]>;

/** Reads a company's confirmations and locks them, so that changes and code attempts run one at a time. */
export const lockProofs = (tx: CompanyTx, companyId: CompanyId): Promise<CompanyProofs> =>
  tx
    .selectFrom('company_profiles')
    .select(COLUMNS)
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
