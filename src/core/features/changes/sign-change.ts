import { changeStatusNow } from '#shared/features/changes/change-status.rules.ts';
import { CHANGE_CONSENTS, isDrawnMark } from '#shared/features/estimates/signature.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { localDate } from '#shared/primitives/local-date.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { StoredChange } from '../estimates/document-changes.ts';
import { languageOfVersion, type Version } from '../estimates/estimate-document.ts';
import { rightIfSignedNow } from '../estimates/right-to-cancel.ts';
import { tellContractor } from '../messages/tell-contractor.ts';
import { writeToHomeowner } from '../messages/write-to-homeowner.ts';
import { enqueuePush } from '../push/enqueue-push.ts';
import { followChange, noteChange } from './agree-change.ts';
import { changeDocumentOf } from './change-document.ts';
import { changeAgreed, changeNotice } from './messages/change-messages.ts';
import { update } from './send-change.ts';
import { changeWords } from './words.ts';

/** A homeowner's answer to a change. The lead is locked. */
export interface AnsweredChange {
  version: Version;
  change: StoredChange;
  at: Date;
}

/** A signature, with the IP address and browser that it came from. */
export interface ChangeSigning {
  name: string;
  signature?: string | undefined;
  /** The hash of the change that the homeowner saw. */
  documentHash?: string | undefined;
  ip: string;
  userAgent: string;
}

/**
 * Signs a change (C29). The signed text contains the hash of the signed estimate. Stores one permanent record, tells the
 * contractor, and sends the homeowner the signed copy. Throws ESTIMATE_EXPIRED or ESTIMATE_SUPERSEDED, and CONFLICT if it
 * was decided or isn't the one that the homeowner saw.
 */
export const signChange = async (tx: CompanyTx, answered: AnsweredChange, signing: ChangeSigning): Promise<void> => {
  requireOpenChange(answered);
  const { version, change, at } = answered;
  const { document, text, hash, estimateHash } = changeDocumentOf(version, change);
  if (signing.documentHash !== undefined && signing.documentHash !== hash)
    throw new AppError(changeWords(document.language).changed, 'CONFLICT', { nextStep: 'refresh' });
  const mark = signing.signature || signing.name;
  const right = rightIfSignedNow(document, at);
  const consent = CHANGE_CONSENTS[document.language];
  const { company_id: companyId, id: changeId } = change;
  await tx
    .insertInto('change_signatures')
    .values({
      change_id: changeId,
      company_id: companyId,
      name: signing.name,
      mark_kind: isDrawnMark(mark) ? 'drawn' : 'typed',
      mark,
      consent_text: consent.text,
      consent_version: consent.version,
      language: document.language,
      estimate_hash: estimateHash,
      document: text,
      document_hash: hash,
      cancel_days: right.businessDays,
      cancel_until: right.until,
      cancel_zone: right.zone,
      ip: signing.ip,
      user_agent: signing.userAgent.slice(0, 500),
      at,
    })
    .execute();
  await update(tx, change, { status: 'signed', decided_at: at });
  await noteChange(tx, answered, 'signed', { signedBy: signing.name });
  await followChange(tx, answered);
  const { lead_id: leadId } = version.estimate;
  const about = { companyId, leadId, payload: { changeId }, at };
  await tellContractor(tx, { ...about, kind: changeNotice, dedupeKey: `change.notice:${changeId}` });
  await enqueuePush(tx, { companyId, leadId, event: 'accepted', key: `change:${changeId}`, at });
  await writeToHomeowner(tx, { ...about, kind: changeAgreed, dedupeKey: `change.agreed:${changeId}` });
};

/** Declines a change, which leaves the job as it was. Tells the contractor. Throws the same errors as `signChange`. */
export const declineChange = async (tx: CompanyTx, answered: AnsweredChange, reason: string): Promise<void> => {
  if (answered.change.status === 'declined') return;
  requireOpenChange(answered);
  const { version, change, at } = answered;
  await update(tx, change, { status: 'declined', decided_at: at, decline_reason: reason });
  await noteChange(tx, answered, 'declined', { reason });
  await tellContractor(tx, {
    companyId: change.company_id,
    leadId: version.estimate.lead_id,
    kind: changeNotice,
    payload: { changeId: change.id },
    dedupeKey: `change.notice:${change.id}`,
    at,
  });
};

/**
 * Returns the change that a homeowner's answer is about: the newest one of a signed version that was sent for a signature.
 * It may be decided or expired already. Undefined if there was none.
 */
export const changeToAnswer = ({ acceptance, changes }: Version): StoredChange | undefined =>
  acceptance ? changes.findLast(({ sent_at: at, status }) => at !== null && status !== 'credited') : undefined;

const requireOpenChange = (answered: AnsweredChange): void => {
  const refusal = whyNotOpen(answered);
  if (refusal) throw refusal;
};

/** Returns why the homeowner can't answer a change, in the language of the signed estimate. Null if they can. */
export const whyNotOpen = ({ version, change, at }: AnsweredChange): AppError | null => {
  const words = changeWords(languageOfVersion(version));
  const company = version.estimate.company.name;
  const refuse = (message: string) => new AppError(message, 'CONFLICT', { nextStep: 'refresh' });
  switch (changeStatusNow(change, at)) {
    case 'sent':
      return version.hasNewer || version.estimate.status === 'superseded'
        ? new AppError(words.superseded({ company }), 'ESTIMATE_SUPERSEDED')
        : null;
    case 'expired': {
      const day = words.format.day(localDate(change.valid_until ?? ''));
      return new AppError(words.expired({ day, company }), 'ESTIMATE_EXPIRED');
    }
    case 'declined':
      return refuse(words.declined({ company }));
    case 'draft':
    case 'canceled':
      return refuse(words.canceled({ company }));
    case 'signed':
    case 'credited':
      return refuse(words.alreadySigned);
  }
};
