import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { InstantSettings } from '#shared/features/instant/instant.schema.ts';
import type { Caller, TestApp } from './caller.ts';

export interface InstantYard {
  company: CompanyRow;
  caller: Caller;
  /** The material that a request without one gets. */
  materialId: string;
}

/** A company whose requests get an estimate at once: it has all that turning it on needs. */
export async function instantYard(
  app: TestApp,
  {
    settings = {},
    company: given = {},
  }: { settings?: Partial<InstantSettings>; company?: Parameters<TestApp['a']['company']>[0] } = {},
): Promise<InstantYard> {
  const company = await app.a.company({
    stripe_account_id: `acct_${crypto.randomUUID().slice(0, 8)}`,
    stripe_connected: true,
    ...given,
  });
  const { id: materialId } = await app.a.material(company, { name: '6ft Wood Picket' });
  const caller = await app.callerFor(company);
  await caller.instant.updateSettings({ enabled: true, ...settings });
  return { company, caller, materialId };
}
