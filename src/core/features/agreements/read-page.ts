import { balanceOf } from '#shared/features/balances/balance.rules.ts';
import type { EstimatePageView, PageState } from '#shared/features/estimates/estimate-page.schema.ts';
import { discountWords } from '#shared/features/estimates/offer-price.rules.ts';
import { CHANGE_CONSENTS, SIGN_CONSENTS } from '#shared/features/estimates/signature.rules.ts';
import { shownStages, type StageNow } from '#shared/features/payments/payment-plan.rules.ts';
import type { PaymentsDue } from '#shared/features/payments/payment-due.rules.ts';
import type { Language } from '#shared/primitives/language.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { NOTHING_DUE, type Payable, readPayable } from '../balances/payable.ts';
import type { PaymentState } from '../balances/payment-state.ts';
import { documentOf, languageOfVersion, type EstimateDocument, type Version } from '../estimates/estimate-document.ts';
import { findTokens } from '../estimates/estimate-links.ts';
import { isAgreed } from '../estimates/read-version.ts';
import { statusNow } from '#shared/features/estimates/status-now.rules.ts';
import { viewDocumentOption } from '../estimates/list-estimates.ts';
import { changeStatusNow } from '#shared/features/changes/change-status.rules.ts';
import { localDate, type LocalDate } from '#shared/primitives/local-date.ts';
import { changeDocumentOf } from '../changes/change-document.ts';
import { viewChange } from '../changes/change-view.ts';
import { changeToAnswer, whyNotOpen } from '../changes/sign-change.ts';
import { type DocumentChange, isAgreedChange } from '../estimates/document-changes.ts';
import { openEstimate, type OpenDeps, type OpenedEstimate } from './open-estimate.ts';
import { stagesOf } from '../estimates/stages-of.ts';
import { rightIfSignedNow, rightToCancel, type RightToCancel } from '../estimates/right-to-cancel.ts';
import { documentHash } from '../estimates/signed-document.ts';

/** The data for the homeowner's page, all read at one point in time. */
export interface EstimatePage {
  version: Version;
  document: EstimateDocument;
  state: PageState;
  right: RightToCancel;
  /** The document hash of the signed option, or of the selected option before signing. */
  hash: string;
  brandColor: string | null;
  /** The token of the newest version's link, if this isn't the newest version and that link wasn't revoked. */
  newerToken: string | null;
  /** Whether the company's sales agent currently answers questions about the estimate. */
  answers: boolean;
  /** Whether the homeowner can book a visit. */
  takesVisits: boolean;
  /** The change that waits for the homeowner's signature. Null if there's none. */
  change: OpenChange | null;
  /** Why the newest change can't be signed anymore. Null if it can be, counts, or there's none. */
  changeOver: string | null;
  /** The payment plan's stages as they stand. */
  stages: StageNow[];
  payment: {
    /** Whether the contractor accepts online payments. */
    connected: boolean;
    state: PaymentState | null;
    /** The amounts that can be paid now, by purpose. */
    due: PaymentsDue;
  };
}

/** A change to sign, with the hash of its text. `left` is what would be left to pay with it, in cents. */
export interface OpenChange {
  change: DocumentChange;
  hash: string;
  /** The last day to sign it. */
  validUntil: LocalDate;
  /** The right to cancel the change, if it's signed now. */
  right: RightToCancel;
  leftCents: number;
}

const openChange = (version: Version, { paidCents, at }: { paidCents: number; at: Date }): OpenChange | null => {
  const row = changeToAnswer(version);
  if (!row || row.valid_until === null || version.hasNewer || changeStatusNow(row, at) !== 'sent') return null;
  const { change, hash, document } = changeDocumentOf(version, row);
  return {
    change,
    hash,
    validUntil: localDate(row.valid_until),
    right: rightIfSignedNow(document, at),
    leftCents: balanceOf({ totalCents: change.totalCents, paidCents }),
  };
};

const changeOver = (version: Version, at: Date): string | null => {
  const change = changeToAnswer(version);
  if (!change || version.hasNewer || isAgreedChange(change)) return null;
  return whyNotOpen({ version, change, at })?.message ?? null;
};

/**
 * Reads the current content of a private link's page. Returns undefined if the token is invalid. `optionId` is the
 * option that the homeowner selected. An unknown option id is ignored. `language` is the language that the homeowner
 * switched to.
 */
export const readEstimatePage = async (
  deps: OpenDeps & Pick<Deps, 'db' | 'config'>,
  { token, optionId, language }: { token: string; optionId?: string | undefined; language?: Language | undefined },
): Promise<EstimatePage | undefined> => {
  const opened = await openEstimate(deps, token);
  if (!opened) return undefined;
  const { estimate } = opened.version;
  const at = deps.clock.now();
  // Payments for an earlier version also count toward this one.
  const mayBePaid = isAgreed(opened.version) || estimate.version > 1;
  const payable = mayBePaid
    ? await inCompany(deps.db, estimate.company_id, (tx) =>
        readPayable(tx, { companyId: estimate.company_id, estimateId: estimate.id, at }),
      )
    : null;
  const newerToken = opened.version.hasNewer ? await findNewerToken(deps, opened.version) : null;
  return toEstimatePage(opened, { optionId, language, payable, newerToken, at });
};

/** Returns the page of an opened estimate. `payable` is what can be paid, or null if nothing was agreed. */
export const toEstimatePage = (
  { version, brandColor, connected, answers, takesVisits }: OpenedEstimate,
  {
    optionId,
    language,
    payable,
    newerToken,
    at,
  }: {
    optionId?: string | undefined;
    language?: Language | undefined;
    payable: Payable | null;
    newerToken: string | null;
    at: Date;
  },
): EstimatePage => {
  const { acceptance, options } = version;
  const document = documentOf(
    version,
    options.some(({ id }) => id === optionId) ? optionId : undefined,
    languageOfVersion(version, language),
  );
  return {
    version,
    document,
    state: pageState(version, payable?.state ?? null, at),
    right: rightToCancel(document, acceptance, at),
    hash: acceptance?.document_hash ?? documentHash(document),
    brandColor,
    newerToken,
    answers,
    takesVisits,
    change: openChange(version, { paidCents: payable?.state.paidCents ?? 0, at }),
    changeOver: changeOver(version, at),
    stages: stagesOf({ version, document, money: payable?.state.money ?? null, at }),
    payment: {
      connected,
      state: payable?.state ?? null,
      due: payable && isAgreed(version) ? payable.due : NOTHING_DUE,
    },
  };
};

const findNewerToken = ({ db, config }: Pick<Deps, 'db' | 'config'>, { estimate }: Version): Promise<string | null> =>
  inCompany(db, estimate.company_id, async (tx) => {
    const newest = await tx
      .selectFrom('estimates')
      .select('id')
      .where('company_id', '=', estimate.company_id)
      .where('lead_id', '=', estimate.lead_id)
      .where('status', '!=', 'draft')
      .orderBy('version', 'desc')
      .executeTakeFirst();
    if (!newest || newest.id === estimate.id) return null;
    const of = { companyId: estimate.company_id, estimateIds: [newest.id], secret: config.APP_SECRET };
    return (await findTokens(tx, of)).get(newest.id) ?? null;
  });

const isProcessing = (paid: PaymentState | null): boolean => paid?.onItsWay?.status === 'processing';

/** Returns the page's main status. */
const pageState = (version: Version, paid: PaymentState | null, at: Date): PageState => {
  const { estimate, hasNewer } = version;
  const status = statusNow(estimate, at);
  switch (status) {
    case 'draft':
    case 'sent':
    case 'viewed':
      return hasNewer ? 'superseded' : 'open';
    case 'accepted':
      if (isProcessing(paid)) return 'processing';
      return hasNewer ? 'superseded' : 'accepted';
    case 'superseded':
      return isProcessing(paid) ? 'processing' : status;
    default:
      return status;
  }
};

/** Converts the page's content to the API response (`estimatePage.get`). */
export const viewEstimatePage = (page: EstimatePage, at: Date): EstimatePageView => {
  const { version, document, right, payment } = page;
  const { estimate, acceptance } = version;
  const { chosen, company, customer, offer } = document;
  const { state } = payment;
  return {
    language: document.language,
    number: document.number,
    version: document.version,
    state: page.state,
    status: statusNow(estimate, at),
    hasNewer: version.hasNewer,
    company: {
      name: company.name,
      email: company.email,
      phone: company.phone,
      address: company.address,
      postalAddress: company.postalAddress,
    },
    customer: { name: customer.name, address: customer.address },
    date: document.date,
    validUntil: document.validUntil,
    notes: document.notes,
    options: document.options.map(viewDocumentOption),
    optionId: chosen.id,
    terms: chosen.terms,
    lines: chosen.lines,
    addOnIds: chosen.addOnIds,
    subtotalCents: chosen.subtotalCents,
    discountCents: chosen.discountCents,
    taxCents: chosen.taxCents,
    totalCents: document.jobCents,
    depositCents: chosen.deposit.cents,
    stages: shownStages(page.stages),
    depositReason: chosen.deposit.reason,
    balanceCents: chosen.balanceCents,
    offer: offer && { words: discountWords(offer.discount, document.language), endsOn: offer.endsOn },
    cancel: { businessDays: right.businessDays, until: right.until, statement: right.statement },
    consent: SIGN_CONSENTS[document.language],
    documentHash: page.hash,
    acceptance: acceptance && {
      name: acceptance.name,
      at: acceptance.at.toISOString(),
      documentHash: acceptance.document_hash,
    },
    declined: estimate.declined_at && {
      at: estimate.declined_at.toISOString(),
      reason: estimate.decline_reason ?? '',
    },
    changes: version.changes
      .filter(({ status, sent_at: sentAt }) => status !== 'draft' && sentAt !== null)
      .map((row) => viewChange(version, row, { at, language: document.language })),
    change: page.change && {
      id: page.change.change.id,
      documentHash: page.change.hash,
      consent: CHANGE_CONSENTS[document.language],
      cancel: {
        businessDays: page.change.right.businessDays,
        until: page.change.right.until,
        statement: page.change.right.statement,
      },
    },
    payment: {
      online: payment.connected,
      paidCents: state?.paidCents ?? 0,
      receivedCents: state?.receivedCents ?? 0,
      balanceCents: balanceOf({ totalCents: document.jobCents, paidCents: state?.paidCents ?? 0 }),
      refundedCents: state?.refundedCents ?? 0,
      processingCents: isProcessing(state) ? (state?.onItsWay?.amountCents ?? 0) : 0,
      due: payment.due,
    },
  };
};
