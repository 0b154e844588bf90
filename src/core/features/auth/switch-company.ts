import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import type { SystemDeps } from '../../platform/db/system.ts';

/**
 * Sets the company that a user works for, and ends the event streams in their other windows. Throws FORBIDDEN if they
 * aren't a member.
 */
export async function switchCompany(
  { system }: SystemDeps,
  { userId, companyId }: { userId: UserId; companyId: CompanyId },
): Promise<void> {
  const { numUpdatedRows } = await system
    .updateTable('users')
    .set({ active_company_id: companyId })
    .where('id', '=', userId)
    .where((row) =>
      row.exists(
        row
          .selectFrom('company_members')
          .select('user_id')
          .whereRef('company_members.user_id', '=', 'users.id')
          .where('company_members.company_id', '=', companyId),
      ),
    )
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new AppError('You’re not a member of this company', 'FORBIDDEN');
}
