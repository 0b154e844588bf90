import { sql } from 'kysely';
import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import { discountWords, sentOffer } from '#shared/features/estimates/offer-price.rules.ts';
import { isTooLate } from '#shared/features/follow-ups/due-dates.rules.ts';
import { withDefaultLink } from '#shared/features/follow-ups/steps.rules.ts';
import { fillTags, hasTag, TAGS } from '#shared/features/follow-ups/tags.rules.ts';
import { formats } from '#shared/primitives/formats.ts';
import type { EstimateId } from '#shared/primitives/ids.ts';
import { type Language, languageOf } from '#shared/primitives/language.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import type { CompanyTx } from '../../../platform/db/app.ts';
import { prepared } from '../../../platform/db/dialect.ts';
import { accessOf } from '../../billing/access.ts';
import { logoUrlOf } from '../../company/company-view.ts';
import { mailBrand } from '../../company/mail-company.ts';
import { ensureShortUrl } from '../../estimates/estimate-links.ts';
import { type LeadPrice, leadPrice } from '../../lead-rows/lead-price.ts';
import type { LockSeries, SeriesLead, SeriesMessage } from '../../messages/series.ts';
import { COMPANY_ENDS, skip, type Verdict } from '../../messages/verdict.ts';
import { permissionWords } from '../../permission/words.ts';
import { whyEnded } from '../../schedules/why-ended.ts';
import { renderFollowUpMail } from './follow-up-mail.tsx';
import type { FollowUpMessageRow, ScheduleRow } from '../follow-ups.table.ts';

/** A follow-up with its schedule, and with the newest estimate version that was sent, if there's one. */
interface FollowUp extends Pick<
  FollowUpMessageRow,
  'id' | 'schedule_id' | 'step' | 'channel' | 'body' | 'offer' | 'first_due_at' | 'claimed_until'
> {
  version: string;
  due_at: Date;
  schedule_status: ScheduleRow['status'];
  stop_reason: string | null;
  activated_at: Date | null;
  estimate_id: EstimateId | null;
  estimate_status: EstimateStatus | null;
  perimeter_ft: number | null;
  /** What the homeowner would be charged now, in cents. Null without a price. */
  cents: LeadPrice['cents'];
  /** The same without an offer. */
  full_cents: LeadPrice['full_cents'];
}

/** Locks a company's follow-ups, and reads in one statement what their checks and tags need. */
export async function lockFollowUps(tx: CompanyTx, lock: LockSeries): Promise<Map<string, SeriesMessage>> {
  const { claimed, busy, company, now } = lock;
  const locking = busy === 'skip' ? sql`for update of m skip locked` : sql`for update of m`;
  const { rows } = await sql<FollowUp>`${prepared}
    select m.id, m.xmin::text as version, m.schedule_id, m.step, m.channel, m.template as body, m.offer, m.due_at, m.first_due_at, m.claimed_until,
      s.status as schedule_status, s.stop_reason, s.activated_at,
      e.id as estimate_id, e.status as estimate_status, e.perimeter_ft, price.cents, price.full_cents
    from messages m
    join follow_up_schedules s on s.id = m.schedule_id and s.company_id = m.company_id
    left join lateral (select id, status, perimeter_ft from estimates
      where company_id = m.company_id and lead_id = m.lead_id order by version desc limit 1) e on true
    left join leads l on l.company_id = m.company_id and l.id = m.lead_id
    left join lateral ${leadPrice('l', now)} price on true
    where m.id = any(${claimed.map(({ id }) => id)}::uuid[]) and m.company_id = ${company.id}
      and m.status = 'scheduled' ${locking}`.execute(tx);
  const held = new Map(claimed.map(({ id, claimedUntil }) => [id, claimedUntil.getTime()]));
  return new Map(
    rows
      .filter((row) => row.claimed_until?.getTime() === held.get(row.id))
      .map((row) => [row.id, messageOf(tx, row, lock)]),
  );
}

const messageOf = (tx: CompanyTx, row: FollowUp, lock: LockSeries): SeriesMessage => ({
  id: row.id,
  version: row.version,
  seriesId: row.schedule_id,
  step: row.step,
  channel: row.channel,
  due: row.first_due_at ?? row.due_at,
  template: row.body,
  offer: row.offer,
  check: (lead, zone) => checkFollowUp(row, { lead, zone, ...lock }),
  words: (lead, zone) => fillIn(tx, row, { lead, zone, ...lock }),
  mail: (lead, words) => renderMail(row, { lead, ...lock }, words),
});

type ToLead = LockSeries & { lead: SeriesLead };
type InZone = ToLead & { zone: string };

/**
 * Checks whether a follow-up still applies at the time of sending, on any channel (docs/architecture.md, 'Follow-ups
 * and delivery').
 */
function checkFollowUp(row: FollowUp, { lead, company, plan, zone, now }: InZone): Verdict | null {
  if (row.schedule_status !== 'active') return skip(row.stop_reason ?? 'The follow-ups are no longer active');
  const ended = whyEnded(lead, row.estimate_status);
  if (ended !== null) return skip(ended);
  if (lead.last_reply_at && row.activated_at && lead.last_reply_at > row.activated_at)
    return skip('The homeowner has replied');
  const due = row.first_due_at ?? row.due_at;
  if (isTooLate(due, now))
    return skip(`Too late: this was due on ${formatDate(due, zone)}, and we couldn’t send it within 72 hours`);
  if (company.deletes_at !== null) return skip(COMPANY_ENDS);
  return accessOf(plan, now).hasDashboard ? null : skip('Your subscription isn’t active');
}

async function fillIn(tx: CompanyTx, row: FollowUp, to: InZone): Promise<Awaited<ReturnType<SeriesMessage['words']>>> {
  const { lead, zone, now } = to;
  const language = languageOf(lead);
  const template = withDefaultLink(row.body);
  const offer = row.offer && sentOffer(row.offer, { now, zone });
  const values = {
    name: lead.name,
    address: lead.address,
    totalFeet: row.estimate_id === null ? lead.perimeter_ft : (row.perimeter_ft ?? 0),
    // A message that makes an offer names the price before it: '10% off $3,542.08'.
    estimateCents: offer ? row.full_cents : row.cents,
    offer: offer && discountWords(offer.discount, language),
    offerEnds: offer && formats(language).day(offer.endsOn),
    estimateLink: await linkOf(tx, template, row.estimate_id, to),
  };
  return { body: fillTags(template, values, TAGS, language), offer };
}

/**
 * Returns the short link to the newest estimate. Returns null if the message doesn't use the link, no estimate was
 * sent, or the link was revoked.
 */
async function linkOf(
  tx: CompanyTx,
  template: string,
  estimateId: EstimateId | null,
  { company, config }: LockSeries,
): Promise<string | null> {
  if (estimateId === null || !hasTag(template, 'estimate_link')) return null;
  return (await ensureShortUrl(tx, { companyId: company.id, estimateId, config })) ?? null;
}

async function renderMail(
  row: FollowUp,
  { lead, company, plan, config, now }: ToLead,
  words: { body: string; unsubscribeUrl: string },
): ReturnType<SeriesMessage['mail']> {
  const language = languageOf(lead);
  const rendered = await renderFollowUpMail({
    ...words,
    companyName: company.name,
    companyPhone: company.phone === null ? null : formatPhone(company.phone),
    logoUrl: company.logo_hash && logoUrlOf(config, company.logo_hash),
    brand: mailBrand(company, plan, now),
    postalAddress: company.postal_address ?? '',
    language,
  });
  return { subject: subjectOf(row.step, language, company.name), ...rendered };
}

const STEPS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** Returns the subject of a step's email. Each step of a schedule has its own. */
const subjectOf = (step: number, language: Language, company: string): string =>
  permissionWords(language).followUpSubjects[STEPS[step - 1] ?? 'fifth']({ company });
