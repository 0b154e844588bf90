import { isBeforeNotice } from '#shared/features/visits/slots.rules.ts';
import { statusNow } from '#shared/features/estimates/status-now.rules.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, EstimateId, LeadId, VisitId } from '#shared/primitives/ids.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import { addDays, localDateOf } from '#shared/primitives/local-date.ts';
import type { Config } from '../../platform/config.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { getCompany } from '../estimates/estimates.repository.ts';
import { findVersion } from '../estimates/read-version.ts';
import type { Version } from '../estimates/estimate-document.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { bookFor, type VisitDeps } from './book-visit.ts';
import { cancel, changing, move } from './change-visit.ts';
import { slotsInTransaction } from './list-slots.ts';
import { listVisitMembers, settingsOfMember } from './member-times.ts';
import { findEstimateLink, findVisitLink, visitUrl } from './visit-links.ts';
import { getVisit, refuseTooMany, visitAhead } from './visits.repository.ts';
import type { VisitRow } from './visits.table.ts';

type HomeownerDeps = VisitDeps & SystemDeps;

/** What a link is about: a visit, or an estimate whose homeowner can book one. */
type Link = { companyId: CompanyId; visitId: VisitId } | { companyId: CompanyId; estimateId: EstimateId };

/** What a homeowner sees behind a link. */
export interface VisitPage {
  company: CompanyRow;
  language: Language;
  /** The link's visit. For an estimate's link: the visit ahead, if any. */
  visit: VisitRow | null;
  /** Whether the link is an estimate's, so that it books. A visit's link moves and cancels. */
  books: boolean;
  /** The URL of the visit's own page. Null without a visit. */
  url: string | null;
  /** Whether the lead has a street address. */
  hasAddress: boolean;
  /** Whether the homeowner can still move or cancel the visit. */
  canChange: boolean;
  /** When a visit can start, soonest first, as ISO instants. */
  slots: string[];
}

/** Finds what a link is about. Undefined if the link is unknown, altered or revoked. */
const findLink = async (deps: SystemDeps, token: string): Promise<Link | undefined> =>
  (await findVisitLink(deps, token)) ?? findEstimateLink(deps, token);

async function follow(deps: SystemDeps, token: string): Promise<Link> {
  const link = await findLink(deps, token);
  if (!link) throw notFound('this visit');
  return link;
}

/** Reads the page of a link. Returns undefined if the link is unknown, altered or revoked. */
export async function readVisitPage(deps: HomeownerDeps, token: string): Promise<VisitPage | undefined> {
  const link = await findLink(deps, token);
  if (!link) return undefined;
  return inCompany(deps.db, link.companyId, (tx) => readPage(tx, deps.config, link, deps.clock.now()));
}

async function readPage(tx: CompanyTx, config: Config, link: Link, now: Date): Promise<VisitPage> {
  const { companyId } = link;
  const company = await getCompany(tx, companyId);
  const version = 'estimateId' in link ? await findVersion(tx, { companyId, id: link.estimateId, at: now }) : undefined;
  const named = 'visitId' in link ? await getVisit(tx, link) : undefined;
  const leadId = named?.lead_id ?? version?.estimate.lead_id;
  if (leadId === undefined) throw notFound('this visit');
  const lead = await tx
    .selectFrom('leads')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow();
  const visit = named ?? (await visitAhead(tx, { companyId, leadId, at: now })) ?? null;
  const canChange = visit !== null && (await isChangeable(tx, visit, now));
  const books = version !== undefined;
  const offers = books ? visit === null && whyNoBooking(version, now) === null : canChange;
  return {
    company,
    language: version?.estimate.language ?? lead.language ?? DEFAULT_LANGUAGE,
    visit,
    url: visit && visitUrl(config, visit),
    books,
    hasAddress: lead.address !== null,
    canChange,
    slots: offers ? await slotsFor(tx, { company, lead, visit, now }) : [],
  };
}

async function isChangeable(tx: CompanyTx, visit: VisitRow, now: Date): Promise<boolean> {
  if (visit.status !== 'booked') return false;
  const settings = await settingsOfMember(tx, { companyId: visit.company_id, userId: visit.user_id });
  return isBeforeNotice({ startsAt: visit.starts_at, now }, settings);
}

/** Returns the times that a homeowner can choose from, until the farthest horizon of a member. */
export async function slotsFor(
  tx: CompanyTx,
  {
    company,
    lead,
    visit = null,
    now,
  }: { company: CompanyRow; lead?: LeadRow | undefined; visit?: VisitRow | null; now: Date },
): Promise<string[]> {
  const { members } = await listVisitMembers(tx, company.id);
  const today = localDateOf(now, company.time_zone);
  const slots = await slotsInTransaction(tx, {
    companyId: company.id,
    lead,
    from: today,
    to: addDays(today, Math.max(0, ...members.map(({ settings }) => settings.horizonDays))),
    userId: visit?.user_id ?? undefined,
    now,
    byHomeowner: true,
    except: visit?.id,
  });
  return [...new Set(slots.map(({ startsAt }) => startsAt))].filter(
    (startsAt) => startsAt !== visit?.starts_at.toISOString(),
  );
}

/** Returns the error for an estimate that no visit can be booked with anymore, or null if one can. */
function whyNoBooking({ estimate, hasNewer }: Version, now: Date): AppError | null {
  const status = statusNow(estimate, now);
  if (hasNewer || status === 'superseded')
    return new AppError('A newer estimate was sent. Open that one to book a visit', 'ESTIMATE_SUPERSEDED');
  return status === 'expired'
    ? new AppError('This estimate has expired. Call to book a visit', 'ESTIMATE_EXPIRED')
    : null;
}

const TOO_LATE = 'It’s too late to change this visit here. Please call';

/**
 * Books a visit with an estimate's link, or moves the visit of a visit's link. Throws NOT_FOUND, CONFLICT if the time is
 * taken or the visit can't be changed anymore, VALIDATION_FAILED if the time is past, outside the hours or too soon, and
 * ESTIMATE_SUPERSEDED or ESTIMATE_EXPIRED.
 */
export async function chooseVisitTime(
  deps: HomeownerDeps,
  { token, startsAt }: { token: string; startsAt: Date },
): Promise<VisitRow> {
  const link = await follow(deps, token);
  if ('estimateId' in link) return bookWithEstimate(deps, link, startsAt);
  return changing(deps, { ...link, byHomeowner: true }, async (tx, changed) => {
    await refuseLate(tx, changed.visit, changed.at);
    await refuseTooMany(tx, { ...link, leadId: changed.lead.id, at: changed.at, visit: changed.visit });
    return move(tx, changed, { startsAt });
  });
}

async function bookWithEstimate(
  deps: HomeownerDeps,
  { companyId, estimateId }: { companyId: CompanyId; estimateId: EstimateId },
  startsAt: Date,
): Promise<VisitRow> {
  const visit = await inCompany(deps.db, companyId, async (tx) => {
    const at = deps.clock.now();
    const version = await findVersion(tx, { companyId, id: estimateId, at });
    if (!version) throw notFound('this estimate');
    const refusal = whyNoBooking(version, at);
    if (refusal) throw refusal;
    return bookForHomeowner(tx, deps, { companyId, leadId: version.estimate.lead_id, startsAt });
  });
  await deps.wakeUps.enqueue(companyId);
  return visit;
}

/** Books a visit for a homeowner in the caller's transaction. Throws the same errors as `bookVisit`. */
export async function bookForHomeowner(
  tx: CompanyTx,
  deps: VisitDeps,
  visit: { companyId: CompanyId; leadId: LeadId; startsAt: Date },
): Promise<VisitRow> {
  const lead = await lockLeadOrThrow(tx, visit.companyId, visit.leadId);
  return bookFor(tx, deps, { ...visit, lead, byHomeowner: true });
}

/** Cancels the visit of a link. Canceling again changes nothing. Throws NOT_FOUND, and CONFLICT if it's too late. */
export async function cancelByHomeowner(deps: HomeownerDeps, token: string): Promise<VisitRow> {
  const link = await follow(deps, token);
  if (!('visitId' in link)) throw notFound('this visit');
  return changing(deps, { ...link, byHomeowner: true }, async (tx, changed) => {
    if (changed.visit.status === 'booked') await refuseLate(tx, changed.visit, changed.at);
    return cancel(tx, changed, undefined);
  });
}

async function refuseLate(tx: CompanyTx, visit: VisitRow, now: Date): Promise<void> {
  if (visit.status === 'booked' && !(await isChangeable(tx, visit, now))) throw new AppError(TOO_LATE, 'CONFLICT');
}
