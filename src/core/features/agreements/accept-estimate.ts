import type { AcceptInput } from '#shared/features/estimates/estimate-page.schema.ts';
import { isDrawnMark, SIGN_CONSENTS } from '#shared/features/estimates/signature.rules.ts';
import { addOnLines, countedLines } from '#shared/features/pricing/line-view.ts';
import { AppError, invalid } from '#shared/primitives/app-error.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { changeLead } from '../lead-rows/write-leads.ts';
import { deriveStatus } from '../balances/derive-status.ts';
import { changeToAnswer, signChange } from '../changes/sign-change.ts';
import { followEstimate } from '../deals/follow-estimates.ts';
import { stopSchedules } from '../schedules/stop-schedules.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { tellContractor } from '../messages/tell-contractor.ts';
import { writeToHomeowner } from '../messages/write-to-homeowner.ts';
import { enqueuePush } from '../push/enqueue-push.ts';
import { planSignedReminders } from '../reminders/plan-reminders.ts';
import { syncStageMessages } from '../stages/sync-stage-messages.ts';
import { type AnswerDeps, type Answered, answering, requireOpen } from './answer-estimate.ts';
import { requireKnown } from './choose-add-ons.ts';
import { documentOf, languageOfVersion, type EstimateDocument, type Version } from '../estimates/estimate-document.ts';
import { readBasis } from '../estimates/list-materials.ts';
import { rightIfSignedNow } from '../estimates/right-to-cancel.ts';
import { canonicalDocument, sha256 } from '../estimates/signed-document.ts';
import { estimateAccepted, estimateSigned } from '../estimates/messages/estimate-messages.ts';
import { agreementWords } from './words.ts';

/** A signature, with the IP address and browser that it came from. */
export interface Signing extends Omit<AcceptInput, 'agreed'> {
  ip: string;
  userAgent: string;
}

/**
 * Signs an estimate (C29). Stores one permanent record with the exact document. Even if two tabs sign at once, only one
 * record is stored. Stops the lead's follow-ups, notifies the contractor, and sends the signed copy to the homeowner.
 * On an estimate that is signed, signs the change of it that was sent (`signChange`).
 * Throws NOT_FOUND, ESTIMATE_EXPIRED or ESTIMATE_SUPERSEDED. Throws VALIDATION_FAILED if no option was chosen. Throws
 * CONFLICT if the estimate was already accepted or declined, or if the displayed price or the ticked add-ons are out of
 * date.
 */
export const acceptEstimate = (deps: AnswerDeps, signing: Signing): Promise<void> =>
  answering(deps, signing.token, async (tx, answered) => {
    const change = changeToAnswer(answered.version);
    if (change) return signChange(tx, { ...answered, change }, signing);
    requireOpen(answered, signing.language);
    const document = chosenDocument(answered.version, signing);
    await insertAcceptance(tx, { ...answered, document, signing });
    await noteAccepted(tx, answered, document, signing);
    await tell(tx, answered);
    const { company_id: companyId, id: estimateId } = answered.version.estimate;
    await planSignedReminders(tx, { companyId, estimateId, at: answered.at });
    await syncStageMessages(tx, { companyId, leadId: answered.version.estimate.lead_id, at: answered.at });
  });

const chosenDocument = (
  version: Version,
  { optionId, addOnIds, documentHash: seen, language }: Signing,
): EstimateDocument => {
  const words = agreementWords(languageOfVersion(version, language));
  if (version.options.length > 1 && optionId === undefined) throw invalid({ optionId: words.chooseOption });
  const document = documentOf(version, optionId, languageOfVersion(version, language));
  const { lines, addOnIds: ticked } = document.chosen;
  requireKnown(
    addOnLines(lines).map(({ addOn }) => addOn),
    addOnIds,
    words.unknownAddOn,
  );
  // The signature covers exactly the add-ons that are shown as ticked.
  if (new Set(addOnIds).size !== ticked.length || !ticked.every((id) => addOnIds.includes(id)))
    throw new AppError(words.priceChanged, 'CONFLICT');
  if (seen !== undefined && seen !== sha256(canonicalDocument(document)))
    throw new AppError(words.priceChanged, 'CONFLICT');
  return document;
};

type Signed = Pick<Answered, 'version' | 'at'> & { document: EstimateDocument; signing: Signing };

/** Stores a signature and makes all database changes that result from it. Sends no messages. */
export const insertAcceptance = async (tx: CompanyTx, { version, document, signing, at }: Signed): Promise<void> => {
  const { estimate, options } = version;
  const text = canonicalDocument(document);
  const mark = signing.signature || signing.name;
  const right = rightIfSignedNow(document, at);
  const consent = SIGN_CONSENTS[document.language];
  const optionId = options.find(({ id }) => id === document.chosen.id)?.id ?? null;
  await tx
    .insertInto('estimate_acceptances')
    .values({
      company_id: estimate.company_id,
      lead_id: estimate.lead_id,
      estimate_id: estimate.id,
      option_id: optionId,
      name: signing.name,
      mark_kind: isDrawnMark(mark) ? 'drawn' : 'typed',
      mark,
      consent_text: consent.text,
      consent_version: consent.version,
      language: document.language,
      document: text,
      document_hash: sha256(text),
      terms_hash: sha256(document.chosen.terms),
      discount_cents: document.chosen.discountCents,
      add_on_ids: JSON.stringify(document.chosen.addOnIds),
      total_cents: document.chosen.totalCents,
      deposit_cents: document.chosen.deposit.cents,
      cancel_days: right.businessDays,
      cancel_until: right.until,
      cancel_zone: right.zone,
      take_off: JSON.stringify(await readBasis(tx, version, optionId)),
      ip: signing.ip,
      user_agent: signing.userAgent.slice(0, 500),
      at,
    })
    .execute();
};

const noteAccepted = async (
  tx: CompanyTx,
  { version: { estimate }, at }: Answered,
  { chosen, language }: EstimateDocument,
  { name }: Signing,
): Promise<void> => {
  const { company_id: companyId, lead_id: leadId } = estimate;
  await tx
    .updateTable('estimates')
    .set({ status: 'accepted' })
    .where('company_id', '=', companyId)
    .where('id', '=', estimate.id)
    .execute();
  await deriveStatus(tx, { companyId, leadId });
  // Makes the estimate list show the chosen option at the signed price.
  const signed = {
    quote_cents: chosen.totalCents,
    perimeter_ft: chosen.perimeter,
    gate_count: chosen.gateCount,
    material_type: chosen.materialType,
    // From now on, messages use the signed document's language.
    ...(language === estimate.language ? {} : { language }),
  };
  await changeLead(tx, { companyId, leadId }, signed);
  await addTimelineEvent(tx, {
    companyId,
    leadId,
    kind: 'estimate_accepted',
    at,
    data: {
      number: estimate.number,
      version: estimate.version,
      totalCents: chosen.totalCents,
      signedBy: name,
      ...(chosen.label === null ? {} : { option: chosen.label }),
      lines: countedLines(chosen.lines),
    },
  });
  const { totalCents } = chosen;
  await followEstimate(tx, { companyId, leadId, estimateId: estimate.id, rule: 'accepted', totalCents, at });
  await stopSchedules(tx, {
    companyId,
    leadId,
    reason: (firstName) => `Follow-ups stopped because ${firstName} accepted the estimate.`,
    at,
    // No separate notice is needed, because the contractor is already notified of the acceptance.
    notify: false,
  });
};

const tell = async (tx: CompanyTx, { version: { estimate }, lead, company, at }: Answered): Promise<void> => {
  const about = { companyId: company.id, leadId: lead.id, payload: { estimateId: estimate.id }, at };
  await tellContractor(tx, {
    ...about,
    kind: estimateAccepted,
    dedupeKey: `estimate.accepted:${estimate.id}`,
  });
  await enqueuePush(tx, { ...about, event: 'accepted', key: `accepted:${estimate.id}` });
  await writeToHomeowner(tx, { ...about, kind: estimateSigned, dedupeKey: `estimate.signed:${estimate.id}` });
};
