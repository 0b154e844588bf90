import type { FollowUpDates, FollowUpView } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { FollowUpChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { zoneLabel } from '#shared/primitives/zone-label.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import type { CompanyRow } from '../company/company.table.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import type { FollowUpMessageRow } from './follow-ups.table.ts';
import { defaultSteps } from './step-offers.ts';
import { readWaitingReasons } from '../permission/waiting-reasons.ts';
import { dueDatesFor, zoneOf } from './due-dates-of-lead.ts';
import { findSchedule, getCompany, getLead, listMessages } from './follow-ups.repository.ts';

type ReadDeps = Pick<Deps, 'db' | 'clock'>;
type OfLead = { companyId: CompanyId; leadId: LeadId };

/** Returns a lead's follow-ups, or the company's defaults if none were saved. Throws NOT_FOUND. */
export const getFollowUps = ({ db, clock }: ReadDeps, { companyId, leadId }: OfLead): Promise<FollowUpView> =>
  inCompany(db, companyId, async (tx) => {
    return viewFollowUps(tx, { companyId, leadId, now: clock.now() });
  });

/**
 * Returns the same as `getFollowUps`, but reads in the caller's transaction, for follow-ups that were just saved. If
 * `now` is given, each step that's due but still waiting includes the reason for waiting.
 */
export async function viewFollowUps(
  tx: CompanyTx,
  { companyId, leadId, now }: OfLead & { now?: Date },
): Promise<FollowUpView> {
  const lead = await getLead(tx, companyId, leadId);
  const schedule = await findSchedule(tx, companyId, leadId);
  if (!schedule) return defaultsOf(await getCompany(tx, companyId), lead);
  const rows = await listMessages(tx, schedule);
  const waits = ({ status, due_at }: FollowUpMessageRow) =>
    now !== undefined && status === 'scheduled' && due_at !== null && due_at <= now;
  const reasons = rows.some(waits) ? await readWaitingReasons(tx, companyId) : {};
  return {
    active: schedule.status === 'active',
    status: schedule.status,
    stopReason: schedule.stop_reason,
    activatedAt: schedule.activated_at?.toISOString() ?? null,
    channel: schedule.channel,
    steps: [...Map.groupBy(rows, (row) => row.step).values()].map((step) =>
      viewStep(step.map((row) => (waits(row) ? { ...row, reason: reasons[row.channel] ?? row.reason } : row))),
    ),
  };
}

function viewStep(rows: FollowUpMessageRow[]): FollowUpView['steps'][number] {
  const due = rows.flatMap((row) => (row.due_at && row.status !== 'draft' ? [row.due_at] : []));
  return {
    day: rows[0]?.day ?? 1,
    message: rows[0]?.body ?? '',
    offer: rows[0]?.offer ?? null,
    dueAt: due.toSorted((a, b) => a.getTime() - b.getTime())[0]?.toISOString() ?? null,
    messages: rows.map(({ channel, status, reason }) => ({ channel, status, reason })),
  };
}

const defaultsOf = (company: CompanyRow, lead: Pick<LeadRow, 'language'>): FollowUpView => ({
  active: false,
  status: 'none',
  stopReason: null,
  activatedAt: null,
  channel: company.workflow_channel,
  steps: defaultSteps(company, lead).map((step) => ({ ...step, dueAt: null, messages: [] })),
});

/**
 * Returns the date of each follow-up day. If the follow-ups aren't active, returns the dates as if they were activated
 * now.
 */
export const getFollowUpDates = (
  { db, clock }: ReadDeps,
  { companyId, leadId, channel, days }: OfLead & { channel: FollowUpChannel; days: number[] },
): Promise<FollowUpDates> =>
  inCompany(db, companyId, async (tx) => {
    const lead = await getLead(tx, companyId, leadId);
    const company = await getCompany(tx, companyId);
    const schedule = await findSchedule(tx, companyId, leadId);
    const activatedAt = (schedule?.status === 'active' ? schedule.activated_at : null) ?? clock.now();
    const zone = zoneOf({ lead, company });
    const dates = dueDatesFor(channel === 'email' ? 'email' : 'sms', { lead, company, days, activatedAt });
    return {
      timeZone: zone,
      zoneLabel: zoneLabel(zone),
      dates: dates.map(({ day, dueAt, moved }) => ({ day, dueAt: dueAt.toISOString(), moved })),
    };
  });
