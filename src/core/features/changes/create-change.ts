import { changeNumber } from '#shared/features/changes/change-status.rules.ts';
import type {
  ChangeCreateInput,
  ChangePreviewInput,
  changeCreatedView,
  changePreviewView,
} from '#shared/features/changes/changes.schema.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import { shownStages } from '#shared/features/payments/payment-plan.rules.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import type { z } from 'zod';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { viewChangePrice } from '../estimates/document-changes.ts';
import type { Version } from '../estimates/estimate-document.ts';
import { readBasis } from '../estimates/list-materials.ts';
import { getVersion } from '../estimates/read-version.ts';
import { stagesOf } from '../estimates/stages-of.ts';
import { readLeadMoney } from '../lead-rows/lead-money.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import { refuseHeld } from '../leads/held-leads.ts';
import { priceAsked } from './price-asked.ts';
import { refuseOpen, whyNotChangeable } from './require-changeable.ts';

type Created = z.infer<typeof changeCreatedView>;
type Preview = z.infer<typeof changePreviewView>;

/**
 * Makes a change of a signed estimate, which isn't sent yet. It's priced with the prices that the estimate was signed at.
 * Throws NOT_FOUND. Throws CONFLICT, ESTIMATE_EXPIRED or ESTIMATE_SUPERSEDED if the job can't be changed, CONFLICT if
 * another change is open, and VALIDATION_FAILED with the fields of the change.
 */
export const createChange = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, input }: { companyId: CompanyId; input: ChangeCreateInput },
): Promise<Created> =>
  inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    const version = await lockChangeable(tx, { companyId, estimateId: input.estimateId, at });
    await closeExpired(tx, version, at);
    const { price } = await priceAsked(tx, version, input);
    const { estimate, acceptance } = version;
    const position = (version.changes.at(-1)?.position ?? 0) + 1;
    const { id } = await tx
      .insertInto('estimate_changes')
      .values({
        company_id: companyId,
        estimate_id: estimate.id,
        position,
        note: input.note,
        fence: JSON.stringify(price.fence),
        take_off: JSON.stringify(await readBasis(tx, version, acceptance?.option_id ?? null, price.fence)),
        added: JSON.stringify(price.added),
        removed: JSON.stringify(price.removed),
        added_cents: price.addedCents,
        removed_cents: price.removedCents,
        total_cents: price.totalCents,
        created_at: at,
        job_zone: estimate.job_zone ?? estimate.company.timeZone,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return {
      changeId: id,
      number: changeNumber(estimate.number, position),
      ...sumsOf(price),
      revisedStages: shownStages(
        stagesOf({
          version,
          money: await readLeadMoney(tx, estimate.lead_id),
          at,
          totalCents: price.totalCents,
        }),
      ),
    };
  });

/** Prices a change without storing it. Throws the same errors as `createChange`, except that another may be open. */
export const previewChange = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, input }: { companyId: CompanyId; input: ChangePreviewInput },
): Promise<Preview> =>
  inCompany(db, companyId, async (tx) => {
    const version = await lockChangeable(tx, { companyId, estimateId: input.estimateId, at: clock.now() });
    const { price, rules } = await priceAsked(tx, version, input);
    return { ...sumsOf(price), ...viewChangePrice(price, { rules, language: DEFAULT_LANGUAGE }) };
  });

const sumsOf = ({
  addedCents,
  removedCents,
  netCents,
  totalCents,
}: Awaited<ReturnType<typeof priceAsked>>['price']) => ({
  addedCents,
  removedCents,
  netCents,
  revisedTotalCents: totalCents,
});

/** Locks a job's lead, and returns its version if it can be changed. */
const lockChangeable = async (
  tx: CompanyTx,
  { companyId, estimateId: id, at }: { companyId: CompanyId; estimateId: EstimateId; at: Date },
): Promise<Version> => {
  const { estimate } = await getVersion(tx, { companyId, id, at });
  const lead = await lockLeadOrThrow(tx, companyId, estimate.lead_id);
  refuseHeld(lead);
  // Reads it again under the lock, because another transaction may have changed it.
  const version = await getVersion(tx, { companyId, id, at });
  const refusal = await whyNotChangeable(tx, version, { lead, at });
  if (refusal) throw refusal;
  return version;
};

/** Closes a change that has expired. Throws CONFLICT if one is still open. */
const closeExpired = async (tx: CompanyTx, version: Version, at: Date): Promise<void> => {
  const expired = refuseOpen(version, at);
  if (!expired) return;
  await tx
    .updateTable('estimate_changes')
    .set({ status: 'expired', decided_at: at })
    .where('company_id', '=', expired.company_id)
    .where('id', '=', expired.id)
    .execute();
};
