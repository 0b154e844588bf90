import { sql } from 'kysely';
import type { HeldReason } from '#shared/features/leads/held.rules.ts';
import { isAllowedOrigin } from '#shared/features/widget/allowed-domains.rules.ts';
import { consentOf } from '#shared/features/permission/text-consent.words.ts';
import type { WidgetLeadAnswer } from '#shared/features/widget/widget.schema.ts';
import { AppError, invalid, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import { networkOf } from '#shared/primitives/network.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { describePhoneProblem, isTextable } from '../../platform/us-data/index.ts';
import { type FindDeps, findContractor } from '../widget/find-contractor.ts';
import { pausedTextOf } from '../widget/widget-config.ts';
import { findOffer } from '../widget/offer.repository.ts';
import { reachStep } from '../widget/funnel/reach-step.ts';
import { judgeTicket, type Ticket, spendTicket } from '../widget/ticket.ts';
import { tellOfLead, enqueueReply, spendOnReply } from './instant-reply.ts';
import { findSamePerson, joinHeld, joinLead, lockPerson } from './join-lead.ts';
import {
  agreedPhone,
  answerTo,
  findAnswer,
  type HomeownerInput,
  insertRequest,
  keyOf,
  refuseUnknown,
  type RequestFacts,
  type WidgetRequest,
} from './widget-request.ts';
import { leadWords } from './words.ts';

export type { RequestFacts } from './widget-request.ts';
export type CaptureDeps = FindDeps & Pick<Deps, 'db' | 'clock' | 'wakeUps' | 'config'>;

/**
 * The result of a request: an answer, or the reason why the request must be reviewed first. `isNew` is false if an
 * earlier call already produced the answer.
 */
type Outcome = { answer: WidgetLeadAnswer; isNew: boolean } | { held: HeldReason };

/**
 * Accepts a homeowner's request. The checks run in this order. If the `idempotencyKey` is known, returns the same lead
 * and writes nothing, even if both requests arrive at once. If the request looks like a bot's (`judgeTicket`, the
 * honeypot) or is from a domain that the contractor didn't allow, it's stored for review. If the same person sent a
 * request within the last hour, the request is added to that lead. If the request would exceed a budget, it's stored
 * for review. Otherwise, one transaction writes the lead, consent, timeline and first messages. For a request stored
 * for review, the homeowner gets the same answer, but nothing is sent until the contractor accepts it. A request is
 * never refused because of the contractor's quota or plan. `beforeHolding` may throw to refuse a request instead of
 * storing it for review. `beforeWaking` runs after the commit and before the worker sends the first messages; what it
 * returns is added to the answer. Throws NOT_FOUND if the contractor is unknown or unconfirmed. Throws CONFLICT while the widget
 * is paused. Throws VALIDATION_FAILED if the consent can't be recorded as given (C3), or if
 * a run or gate isn't offered (`refuseUnknown`).
 */
export const captureLead = async (
  deps: CaptureDeps,
  input: HomeownerInput,
  facts: RequestFacts,
  { beforeHolding, beforeWaking }: CaptureSteps = {},
): Promise<WidgetLeadAnswer> => {
  const companyId = await findContractor(deps, input.contractorId);
  if (companyId === undefined) throw notFound('this contractor');
  checkConsent(input);
  const capture: Capture = { deps, companyId, input, facts };
  const judged = judge(capture);
  const outcome = await inCompany(deps.db, companyId, (tx) => take(tx, capture, judged));
  if ('held' in outcome) {
    await beforeHolding?.();
    return inCompany(deps.db, companyId, (tx) => hold(tx, capture, outcome.held));
  }
  const leadId = outcome.answer.leadId as LeadId;
  const more = await beforeWaking?.({ companyId, leadId, key: keyOf(input) });
  if (outcome.isNew) await deps.wakeUps.enqueue(companyId);
  return { ...outcome.answer, ...more };
};

interface CaptureSteps {
  beforeHolding?: () => Promise<void>;
  beforeWaking?: (taken: { companyId: CompanyId; leadId: LeadId; key: string }) => Promise<Partial<WidgetLeadAnswer>>;
}

interface Capture {
  deps: Pick<CaptureDeps, 'clock' | 'config'>;
  companyId: CompanyId;
  input: HomeownerInput;
  facts: RequestFacts;
}

/**
 * Captures a request that was collected in a conversation, in the conversation's transaction. Returns the lead's id.
 * `isNew` is false if the request was already known or is waiting for review, because no message is due in these cases.
 * Throws CONFLICT while the widget is paused.
 */
export const captureInConversation = async (
  tx: CompanyTx,
  capture: Capture,
  ticket: Ticket,
): Promise<{ leadId: LeadId; isNew: boolean }> => {
  const outcome = await take(tx, capture, ticket);
  if ('held' in outcome) return { leadId: (await hold(tx, capture, outcome.held)).leadId as LeadId, isNew: false };
  return { leadId: outcome.answer.leadId as LeadId, isNew: outcome.isNew };
};

/** Stores a request from a conversation for review, if it can't be added to that conversation's lead. */
export const holdInConversation = async (tx: CompanyTx, capture: Capture, reason: HeldReason): Promise<void> => {
  await hold(tx, capture, reason);
};

const checkConsent = ({ smsConsent, consentVersion, phone, language = DEFAULT_LANGUAGE }: HomeownerInput): void => {
  if (!smsConsent) return;
  const { refused } = leadWords(language);
  if (!consentOf(consentVersion, '')) throw invalid({ consentVersion: refused.termsChanged });
  if (phone !== undefined && !isTextable(phone))
    throw invalid({ phone: describePhoneProblem(phone) ?? refused.notTextable });
};

/** Checks the submitted data, before any query runs. Tickets use wall-clock time. */
const judge = ({ deps, companyId, input: { ticket, website } }: Capture): Ticket | HeldReason => {
  if (website !== undefined && website !== null && website !== '') return 'honeypot';
  return judgeTicket(ticket, { companyId, secret: deps.config.APP_SECRET, now: new Date() });
};

/**
 * Returns the request's result, or the reason why the request must be reviewed first. In that case, records only that
 * its ticket was used.
 */
const take = async (tx: CompanyTx, capture: Capture, judged: Ticket | HeldReason): Promise<Outcome> => {
  const { companyId, input } = capture;
  const known = (await findAnswer(tx, companyId, input)) ?? (await lockAndFind(tx, capture));
  if (known) return { answer: known, isNew: false };
  if (typeof judged === 'string') return { held: judged };
  const request = await openRequest(tx, capture);
  if (isForeign(capture, request)) return { held: 'foreign_site' };
  const lead = await findSamePerson(tx, request, { held: false });
  const outcome = lead ? await join(tx, request, { lead, ticket: judged }) : await addLead(tx, request, judged);
  // This write is last, because it locks the company's daily counter until the commit.
  if ('answer' in outcome && isFromForm(capture)) await reachStep(tx, judged, { step: 'sent', at: request.at });
  return outcome;
};

const join = async (tx: CompanyTx, request: WidgetRequest, to: Parameters<typeof joinLead>[2]): Promise<Outcome> => {
  const held = await joinLead(tx, request, to);
  return held === null ? { answer: answerTo(request, to.lead.id), isNew: true } : { held };
};

/** Whether a visitor submitted the form. False for a conversation and for the contractor's own demo. */
const isFromForm = ({ deps, input: { source, pageUrl } }: Capture): boolean => {
  const page = URL.parse(pageUrl ?? '');
  const isDemo = page?.host === new URL(deps.config.PUBLIC_URL).host && page.pathname.startsWith('/widget-demo');
  return source !== 'agent' && !isDemo;
};

/** Serializes requests with the same key until the transaction ends. Returns the stored answer, if there's one. */
const lockAndFind = async (tx: CompanyTx, { companyId, input }: Capture): Promise<WidgetLeadAnswer | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${companyId}:key:${keyOf(input)}`}, 63))`.execute(tx);
  return findAnswer(tx, companyId, input);
};

/** Reads the company's offer and serializes requests from the same person until the transaction ends. */
const openRequest = async (tx: CompanyTx, { deps, companyId, input, facts }: Capture): Promise<WidgetRequest> => {
  const at = deps.clock.now();
  const offer = await findOffer(tx, { companyId, now: at });
  if (!offer) throw notFound('this contractor');
  if (offer.company.widget_paused) throw new AppError(pausedTextOf(offer.company, input.language), 'CONFLICT');
  refuseUnknown(offer, input);
  const request = { companyId, input, facts, offer, at };
  await lockPerson(tx, request);
  return request;
};

/** Whether the contractor listed allowed domains and the request came from another domain or has no origin. */
const isForeign = ({ deps, facts }: Capture, { offer }: WidgetRequest): boolean =>
  !isAllowedOrigin(facts.origin ?? '', offer.company.widget_allowed_domains, deps.config.PUBLIC_URL);

const addLead = async (tx: CompanyTx, request: WidgetRequest, ticket: Ticket): Promise<Outcome> => {
  const { companyId, input, facts, at } = request;
  if (!(await spendTicket(tx, ticket))) return { held: 'ticket_used_up' };
  const to = { email: input.email, phone: agreedPhone(input) };
  const held = await spendOnReply(tx, { companyId, to, at });
  if (held !== null) return { held };
  const leadId = await insertRequest(tx, request, { held_at: null, held_for: [], counted_as_recipient_at: at });
  await enqueueReply(tx, { companyId, leadId, to, network: networkOf(facts.ip), at });
  await tellOfLead(tx, { companyId, leadId, to: request.offer.company.email, at });
  return { answer: answerTo(request, leadId), isNew: true };
};

/**
 * Stores the request for review. Requests from the same person that are set aside within an hour become a single lead.
 * Such a request is never added to an accepted lead. Otherwise, anyone could change an accepted lead.
 */
const hold = async (tx: CompanyTx, capture: Capture, reason: HeldReason): Promise<WidgetLeadAnswer> => {
  const known = await lockAndFind(tx, capture);
  if (known) return known;
  const request = await openRequest(tx, capture);
  const lead = await findSamePerson(tx, request, { held: true });
  if (lead) await joinHeld(tx, request, { lead, reason });
  const state = { held_at: request.at, held_for: [reason], counted_as_recipient_at: null };
  return answerTo(request, lead ? lead.id : await insertRequest(tx, request, state));
};
