import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/** Whether texts of the company to this phone were stopped, until START. */
export const hasStoppedNotices = async (
  tx: CompanyTx,
  { companyId, phone }: { companyId: CompanyId; phone: string },
): Promise<boolean> => {
  const row = await tx
    .selectFrom('opt_outs')
    .select('id')
    .where('channel', '=', 'sms')
    .where('address', '=', phone)
    .where((on) => on.or([on('company_id', '=', companyId), on('company_id', 'is', null)]))
    .where('lifted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
