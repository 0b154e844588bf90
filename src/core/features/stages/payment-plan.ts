import { isDeepStrictEqual } from 'node:util';
import type { PaymentPlanView, SetPaymentPlanInput } from '#shared/features/payments/payment-plan.schema.ts';
import { capOf } from '#shared/features/estimates/deposit-cap.rules.ts';
import { depositAndRest } from '#shared/features/estimates/deposit.rules.ts';
import {
  dueNow,
  type PlanStage,
  priceStages,
  shownStages,
  type StageNow,
  withRest,
} from '#shared/features/payments/payment-plan.rules.ts';
import { AppError, type FieldErrors, invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import { type Language, languageOf } from '#shared/primitives/language.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { documentOf, type EstimateDocument, type Version } from '../estimates/estimate-document.ts';
import { refuseFaults, storePlan } from '../estimates/payment-stages.ts';
import { getVersion } from '../estimates/read-version.ts';
import { rightAsSigned, rightOfChange } from '../estimates/right-to-cancel.ts';
import { stagesOf, zoneOfVersion } from '../estimates/stages-of.ts';
import { type LeadMoney, readLeadMoney } from '../lead-rows/lead-money.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import { workDoneMessage } from '#shared/features/payments/stage-words.ts';
import { greetingName, oneLine } from '../messages/emails/words.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { syncStageMessages } from './sync-stage-messages.ts';

interface OfVersion {
  companyId: CompanyId;
  estimateId: EstimateId;
}

/** Returns a version's payment plan, as entered and as it stands. Throws NOT_FOUND. */
export const readPaymentPlan = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, estimateId: id }: OfVersion,
): Promise<PaymentPlanView> =>
  inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    return readBack(tx, { companyId, id, at });
  });

interface Read {
  version: Version;
  money: LeadMoney;
  at: Date;
}

const view = (read: Read, language: Language): PaymentPlanView => {
  const { plan, estimate } = read.version;
  const document = documentOf(read.version);
  const { chosen, jobCents } = document;
  const stages = stagesOf(read);
  return {
    stages: shownStages(stages),
    plan: fixKept(currentPlan(read.version), { now: stages, kept: keptOf(read, stages) }),
    isDefault: plan === null,
    kept: keptOf(read, stages),
    totalCents: jobCents,
    maxAtSigningCents: capOf(chosen.totalCents, estimate.deposit_terms.cap),
    doneMessage: workDoneMessage(language, {
      name: greetingName(estimate.customer.name, language),
      company: oneLine(estimate.company.name),
    }),
    dueWhenDoneCents: dueNow(stagesOf({ ...read, asDone: true })),
    canCancel: canCancel(read, document),
  };
};

/** What the homeowner signed last, if they may still cancel it: the estimate, or a change of it. */
const canCancel = (
  { version: { acceptance }, at }: Read,
  { changes, language }: Pick<EstimateDocument, 'changes' | 'language'>,
): PaymentPlanView['canCancel'] => {
  if (!acceptance) return null;
  const signature = changes.findLast((change) => change.signature !== null)?.signature ?? null;
  const { until, zone } = signature ? rightOfChange(signature, language) : rightAsSigned(acceptance);
  return localDateOf(at, zone) > until ? null : { what: signature ? 'change' : 'estimate', until };
};

const currentPlan = ({ plan, estimate }: Version): readonly PlanStage[] =>
  plan ?? depositAndRest(estimate.deposit_terms);

/**
 * Returns a plan whose stages that are due or paid ask for what they ask for now. Otherwise, a share would be of the price
 * after a signed change, or above what the state allows.
 */
const fixKept = (plan: readonly PlanStage[], { now, kept }: { now: readonly StageNow[]; kept: number }): PlanStage[] =>
  plan.map((stage, index) => {
    const amount = index < kept ? (now[index]?.cents ?? 0) : 0;
    return amount > 0 ? { label: stage.label, due: stage.due, cents: amount } : stage;
  });

/** The number of stages at the beginning that can't be changed anymore: after the signature, those that are due or paid. */
const keptOf = ({ version }: Pick<Read, 'version'>, stages: readonly StageNow[]): number =>
  version.acceptance ? stages.findLastIndex(({ status, paidCents }) => status !== 'planned' || paidCents > 0) + 1 : 0;

/**
 * Sets a version's payment plan: any plan until the signature, and afterwards only stages that aren't due yet. Throws
 * NOT_FOUND. Throws CONFLICT if the version was declined or replaced. Throws VALIDATION_FAILED with paths such as
 * 'stages.1.percent' if the sum differs from the total, if what is due at the signature is above the state's cap (C27), if
 * a day has passed, or if a stage that is due was changed.
 */
export async function setPaymentPlan(
  { db, clock, wakeUps }: Pick<Deps, 'db' | 'clock' | 'wakeUps'>,
  { companyId, estimateId: id, stages: asked }: OfVersion & SetPaymentPlanInput,
): Promise<PaymentPlanView> {
  const set = await inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    const { estimate } = await getVersion(tx, { companyId, id, at });
    await lockLeadOrThrow(tx, companyId, estimate.lead_id);
    const version = await getVersion(tx, { companyId, id, at });
    refuseClosed(version);
    const read = { version, money: await readLeadMoney(tx, estimate.lead_id), at };
    const plan = planToStore(read, asked);
    await storePlan(tx, { companyId, estimateId: id, plan });
    await addTimelineEvent(tx, {
      companyId,
      leadId: estimate.lead_id,
      kind: 'note',
      at,
      data: { text: `Payment plan of ${estimate.number} changed`, automatic: true },
    });
    await syncStageMessages(tx, { companyId, leadId: estimate.lead_id, at });
    return readBack(tx, { companyId, id, at });
  });
  await wakeUps.enqueue(companyId);
  return set;
}

const readBack = async (
  tx: CompanyTx,
  { companyId, id, at }: { companyId: CompanyId; id: EstimateId; at: Date },
): Promise<PaymentPlanView> => {
  const version = await getVersion(tx, { companyId, id, at });
  const { lead_id: leadId } = version.estimate;
  const { language } = await tx
    .selectFrom('leads')
    .select('language')
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow();
  return view({ version, money: await readLeadMoney(tx, leadId), at }, languageOf({ language }));
};

const refuseClosed = ({ estimate: { status }, hasNewer }: Version): void => {
  if (hasNewer || status === 'superseded')
    throw new AppError('A newer version of this estimate was sent. Change its plan instead', 'CONFLICT');
  if (status === 'declined') throw new AppError('This estimate was declined', 'CONFLICT');
};

/** Fixes the stages of an asked plan that are due or paid and that weren't changed. */
const fixUnchanged = (
  asked: readonly PlanStage[],
  { version, now, kept }: { version: Version; now: readonly StageNow[]; kept: number },
): PlanStage[] => {
  const was = currentPlan(version);
  const fixed = fixKept(asked, { now, kept });
  return asked.map((stage, index) => (isDeepStrictEqual(stage, was[index]) ? (fixed[index] ?? stage) : stage));
};

function planToStore(read: Read, given: readonly PlanStage[]): readonly PlanStage[] {
  const { version, at } = read;
  const { estimate, acceptance } = version;
  const terms = estimate.deposit_terms;
  const document = documentOf(version);
  const totalCents = document.jobCents;
  const today = localDateOf(at, zoneOfVersion(version));
  const now = stagesOf(read);
  const kept = keptOf(read, now);
  const asked = fixUnchanged(given, { version, now, kept });
  const totals = acceptance ? [totalCents] : document.options.map((option) => option.totalCents);
  refuseFaults(asked, { totals, terms: acceptance ? { cap: null } : terms, today, kept });
  const plan = terms.cap && !acceptance ? withRest(asked) : asked;
  if (!acceptance) return plan;
  refuseLate(asked, { now, kept, totalCents });
  // After a signed change, shares would be of the price before it, so the amounts are kept.
  return totalCents === document.chosen.totalCents ? plan : inCents(plan, { now, kept, totalCents });
}

const inCents = (
  plan: readonly PlanStage[],
  { now, kept, totalCents }: { now: readonly StageNow[]; kept: number; totalCents: number },
): PlanStage[] => {
  const priced = priceStages(plan, { cap: null }, { totalCents });
  const last = plan.length - 1;
  return priced.flatMap(({ label, due, cents }, index): PlanStage[] => {
    const amount = index < kept ? (now[index]?.cents ?? cents) : cents;
    if (index === last) return [{ label, due, rest: true }];
    return amount > 0 ? [{ label, due, cents: amount }] : [];
  });
};

/** Refuses changes of what was signed for: stages that are due or paid, and new ones that would be due at once. */
function refuseLate(
  asked: readonly PlanStage[],
  { now, kept, totalCents }: { now: readonly StageNow[]; kept: number; totalCents: number },
): void {
  const faults: FieldErrors = {};
  const priced = priceStages(asked, { cap: null }, { totalCents });
  for (let index = 0; index < kept; index += 1) {
    const was = now[index];
    const is = priced[index];
    const stage = asked[index];
    if (!was) continue;
    if (!is || !stage) faults[`stages.${asked.length - 1}.label`] = `Keep the stage “${was.label}”. It’s due or paid`;
    else if (is.label !== was.label) faults[`stages.${index}.label`] = `Keep this stage as it is. It’s due or paid`;
    else if (is.due !== was.due) faults[`stages.${index}.due`] = `Keep this stage as it is. It’s due or paid`;
    else if (is.cents !== was.cents && 'cents' in stage)
      faults[`stages.${index}.cents`] = `Keep this stage as it is. It’s due or paid`;
    else if (is.cents !== was.cents && 'percent' in stage)
      faults[`stages.${index}.percent`] = `Keep this stage as it is. It’s due or paid`;
    else if (is.cents !== was.cents) faults[`stages.${index}.rest`] = `Keep this stage as it is. It’s due or paid`;
  }
  for (const [index, { due }] of asked.entries())
    if (index >= kept && due === 'signing')
      faults[`stages.${index}.due`] = 'It’s signed already. Choose another time, such as when the work is done';
  if (Object.keys(faults).length > 0) throw invalid(faults);
}
