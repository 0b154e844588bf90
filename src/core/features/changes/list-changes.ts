import type { z } from 'zod';
import type { changeListView, changeStartView } from '#shared/features/changes/changes.schema.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { documentOf } from '../estimates/estimate-document.ts';
import { getLead } from '../estimates/estimates.repository.ts';
import { getVersion } from '../estimates/read-version.ts';
import { agreedPriceOf } from './agreed-price.ts';
import { viewChange } from './change-view.ts';
import { refuseOpen, whyNotChangeable } from './require-changeable.ts';

/** Lists an estimate's changes. Throws NOT_FOUND. */
export const listChanges = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, estimateId: id }: { companyId: CompanyId; estimateId: EstimateId },
): Promise<z.infer<typeof changeListView>> =>
  inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    const version = await getVersion(tx, { companyId, id, at });
    const lead = await getLead(tx, { companyId, id: version.estimate.lead_id });
    const refusal = await whyNotChangeable(tx, version, { lead, at });
    return {
      changes: version.changes.map((change) => viewChange(version, change, { at })),
      totalCents: documentOf(version).jobCents,
      refusal: refusal?.message ?? null,
    };
  });

/** Returns what a change of a job starts from. Throws NOT_FOUND, and the reason if the job can't be changed now, such as an open change. */
export const startChange = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, estimateId: id }: { companyId: CompanyId; estimateId: EstimateId },
): Promise<z.infer<typeof changeStartView>> =>
  inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    const version = await getVersion(tx, { companyId, id, at });
    const lead = await getLead(tx, { companyId, id: version.estimate.lead_id });
    const refusal = await whyNotChangeable(tx, version, { lead, at });
    if (refusal) throw refusal;
    refuseOpen(version, at);
    const { agreed, prices } = await agreedPriceOf(tx, version);
    return {
      number: version.estimate.number,
      fence: agreed.fence,
      totalCents: documentOf(version).jobCents,
      prices: { materials: [...prices.materials], book: prices.book },
    };
  });
