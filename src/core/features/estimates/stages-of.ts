import { capOf } from '#shared/features/estimates/deposit-cap.rules.ts';
import { depositAndRest } from '#shared/features/estimates/deposit.rules.ts';
import {
  type PricedStage,
  priceStages,
  type StageFacts,
  type StageNow,
  stagesNow,
} from '#shared/features/payments/payment-plan.rules.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import type { LeadMoney } from '../lead-rows/lead-money.ts';
import { documentOf, type EstimateDocument, type Version } from './estimate-document.ts';

type Money = Pick<LeadMoney, 'paid_cents'>;

interface Given {
  version: Version;
  /** Null if nothing was paid. */
  money: Money | null;
  at: Date;
  document?: Pick<EstimateDocument, 'chosen' | 'jobCents'>;
  /** The total with signed changes. By default, the version's. */
  totalCents?: number;
  /** Whether the stages are due as if the version had just been signed. */
  asSigned?: boolean;
  /** Whether the stages are due as if the work had just been done. */
  asDone?: boolean;
}

/** The time zone of a version's days: the job's or, if it isn't known, the company's. */
export const zoneOfVersion = ({ estimate }: Pick<Version, 'estimate'>): string =>
  estimate.job_zone ?? estimate.company.timeZone;

/** Returns a version's stages with their amounts. Their sum is the version's total with signed changes. */
const pricedStagesOf = (given: Given): PricedStage[] => {
  const { version, document = documentOf(version) } = given;
  const { plan, estimate } = version;
  return priceStages(plan ?? depositAndRest(estimate.deposit_terms), estimate.deposit_terms, {
    totalCents: given.totalCents ?? document.jobCents,
    signedCents: document.chosen.totalCents,
  });
};

/** Returns a version's stages as they stand. Everything that was received for the job counts, whatever the version. */
export const stagesOf = (given: Given): StageNow[] =>
  stagesNow(pricedStagesOf(given), factsOf(given), given.money?.paid_cents ?? 0);

const factsOf = ({
  version,
  at,
  asSigned = false,
  asDone = false,
  document = documentOf(version),
}: Given): StageFacts => {
  const zone = zoneOfVersion(version);
  const { acceptance, estimate } = version;
  const dayOf = (instant: Date | null) => instant && localDateOf(instant, zone);
  return {
    signedOn: dayOf(acceptance?.at ?? (asSigned ? at : null)),
    startedOn: dayOf(estimate.work_started_at ?? (asDone ? at : null)),
    doneOn: dayOf(estimate.work_done_at ?? (asDone ? at : null)),
    today: localDateOf(at, zone),
    mostNowCents:
      estimate.work_started_at === null && !asDone
        ? capOf(document.chosen.totalCents, estimate.deposit_terms.cap)
        : null,
  };
};
