import { balanceOf } from '#shared/features/balances/balance.rules.ts';
import { shownStages } from '#shared/features/payments/payment-plan.rules.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import type { EstimateListItem, EstimateOptionView } from '#shared/features/estimates/estimates.schema.ts';
import { viewDatedOffer } from '#shared/features/estimates/offer.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, EstimateId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { type LeadMoney, readLeadMoney } from '../lead-rows/lead-money.ts';
import { documentOf, type DocumentOption, type Version } from './estimate-document.ts';
import { estimateUrl, findTokens } from './estimate-links.ts';
import { statusNow } from '#shared/features/estimates/status-now.rules.ts';
import { getLead } from './estimates.repository.ts';
import { getVersion, listVersions } from './read-version.ts';
import type { EstimateDeps } from './estimate-deps.ts';
import { stagesOf } from './stages-of.ts';
import { storedPriceOf } from './stored-price.ts';

/** Lists every version sent to a lead, newest first. `url` is '' if the link was revoked. Throws NOT_FOUND. */
export const listEstimates = (
  { db, clock, config }: Pick<EstimateDeps, 'db' | 'clock' | 'config'>,
  { companyId, leadId }: { companyId: CompanyId; leadId: LeadId },
): Promise<EstimateListItem[]> =>
  inCompany(db, companyId, async (tx) => {
    await getLead(tx, { companyId, id: leadId });
    const now = clock.now();
    return viewVersions(tx, config, {
      companyId,
      versions: await listVersions(tx, { companyId, leadId, at: now }),
      now,
    });
  });

/** Returns one version. `url` is '' if the link was revoked. Throws NOT_FOUND. */
export const getEstimate = (
  { db, clock, config }: Pick<EstimateDeps, 'db' | 'clock' | 'config'>,
  { companyId, estimateId }: { companyId: CompanyId; estimateId: EstimateId },
): Promise<EstimateListItem> =>
  inCompany(db, companyId, async (tx) => {
    const now = clock.now();
    const versions = [await getVersion(tx, { companyId, id: estimateId, at: now })];
    const [item] = await viewVersions(tx, config, { companyId, versions, now });
    if (!item) throw notFound('this estimate');
    return item;
  });

const viewVersions = async (
  tx: CompanyTx,
  config: EstimateDeps['config'],
  // All versions belong to one lead.
  { companyId, versions, now }: { companyId: CompanyId; versions: readonly Version[]; now: Date },
): Promise<EstimateListItem[]> => {
  const estimateIds = versions.map(({ estimate }) => estimate.id);
  const [newest] = versions;
  if (newest === undefined) return [];
  const money = await readLeadMoney(tx, newest.estimate.lead_id);
  const tokens = await findTokens(tx, { companyId, estimateIds, secret: config.APP_SECRET });
  return versions.map((version) => {
    const token = tokens.get(version.estimate.id);
    return toItem(version, {
      url: token === undefined ? '' : estimateUrl(config, token),
      money,
      now,
    });
  });
};

/** Converts an option for an API response. */
export const viewDocumentOption = (option: DocumentOption): EstimateOptionView => ({
  id: option.id,
  label: option.label,
  perimeter: option.perimeter,
  gateCount: option.gateCount,
  materialType: option.materialType,
  lines: option.lines,
  subtotalCents: option.subtotalCents,
  discountCents: option.discountCents,
  taxCents: option.taxCents,
  taxLabel: option.taxLabel,
  totalCents: option.totalCents,
  depositCents: option.deposit.cents,
  depositReason: option.deposit.reason,
  balanceCents: option.balanceCents,
});

const toItem = (
  version: Version,
  { url, money, now }: { url: string; money: LeadMoney; now: Date },
): EstimateListItem => {
  const { estimate, acceptance } = version;
  const { options, chosen, offer, jobCents } = documentOf(version, undefined, DEFAULT_LANGUAGE);
  return {
    id: estimate.id,
    number: estimate.number,
    version: estimate.version,
    status: statusNow(estimate, now),
    subtotalCents: chosen.subtotalCents,
    discountCents: chosen.discountCents,
    taxCents: chosen.taxCents,
    taxLabel: chosen.taxLabel,
    changesCents: jobCents - chosen.totalCents,
    totalCents: jobCents,
    receivedCents: money.received_cents,
    refundedCents: money.refunded_cents,
    balanceCents: balanceOf({ totalCents: jobCents, paidCents: money.paid_cents }),
    offer: offer && viewDatedOffer(offer),
    ownOffer:
      acceptance === null && estimate.offer_ends_at !== null && estimate.offer_ends_at > now ? estimate.offer : null,
    depositCents: chosen.deposit.cents,
    perimeter: chosen.perimeter,
    gateCount: chosen.gateCount,
    materialType: chosen.materialType,
    options: options.map((option) => ({
      ...viewDocumentOption(option),
      fence: storedPriceOf(version.options.find(({ id }) => id === option.id) ?? estimate).fence,
    })),
    notes: estimate.notes,
    acceptance: acceptance && {
      name: acceptance.name,
      at: acceptance.at.toISOString(),
      optionId: acceptance.option_id ?? estimate.id,
    },
    declined: estimate.declined_at && {
      at: estimate.declined_at.toISOString(),
      reason: estimate.decline_reason ?? '',
    },
    workStartedAt: estimate.work_started_at?.toISOString() ?? null,
    workDoneAt: estimate.work_done_at?.toISOString() ?? null,
    stages: shownStages(stagesOf({ version, money, at: now })),
    plan: version.plan,
    balanceAwaitsWork: chosen.deposit.maxCents !== null,
    sentAt: estimate.sent_at.toISOString(),
    validUntil: estimate.valid_until,
    viewCount: estimate.view_count,
    firstViewedAt: estimate.first_viewed_at?.toISOString() ?? null,
    lastViewedAt: estimate.last_viewed_at?.toISOString() ?? null,
    url,
  };
};
