import { withLine } from '#shared/features/leads/also-under.ts';
import { EMAIL_OR_PHONE, type LeadUpdateInput } from '#shared/features/leads/lead-edits.schema.ts';
import type { LeadOutcome, LeadView } from '#shared/features/leads/leads.schema.ts';
import { runsMatch } from '#shared/features/drawing/measured.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { LeadRow, LeadUpdate } from '../lead-rows/lead-rows.table.ts';
import { changeLead } from '../lead-rows/write-leads.ts';
import type { Deps } from '../../platform/deps.ts';
import { stopSchedules } from '../schedules/stop-schedules.ts';
import { readdressWaiting } from '../messages/readdress-waiting.ts';
import type { RequestFacts } from './create-lead.ts';
import { noteEdit, refuseStaleEdit } from './lead-edits.ts';
import { lockLeadRow } from './leads.repository.ts';
import { quoteFence } from './quote-lead.ts';
import { getLeadView } from './read-leads.ts';
import { recordConsent } from './record-consent.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';

/**
 * Changes the given fields of a lead. If the length, number of gates or material changes, the quote is recalculated
 * with today's prices. Estimates that were already sent don't change. Marking a lead as won or lost stops its
 * follow-ups. Throws NOT_FOUND if there's no such lead. Throws CONFLICT if a stored value differs from `was`
 * (`refuseStaleEdit`). Throws VALIDATION_FAILED in the same cases as `createLead`, and if the lead would have neither
 * an email address nor a phone number.
 */
export const updateLead = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  companyId: CompanyId,
  input: LeadUpdateInput,
  facts: RequestFacts,
): Promise<LeadView> =>
  inCompany(db, companyId, async (tx) => {
    const now = clock.now();
    const { leadId } = input;
    const before = await lockLeadRow(tx, companyId, leadId);
    await refuseStaleEdit(tx, before, input);
    const phone = input.phone === undefined ? before.phone : input.phone;
    const email = input.email === undefined ? before.email : input.email;
    if (phone === null && email === null) throw invalid({ [input.phone === null ? 'phone' : 'email']: EMAIL_OR_PHONE });
    const changes = { ...contactChanges(input, before), ...(await fenceChanges(tx, { companyId, input, before })) };
    if (Object.values(changes).some((value) => value !== undefined))
      await changeLead(tx, { companyId, leadId }, changes);
    await noteEdit(tx, { before, changes, at: now });
    if (input.phone !== undefined || input.email !== undefined)
      await readdressWaiting(tx, { company_id: companyId, id: leadId, phone, email }, now);
    if (input.smsConsent) await recordConsent(tx, { companyId, leadId, phone, ...input.smsConsent, ...facts, at: now });
    if (
      input.outcome !== undefined &&
      (input.outcome !== before.outcome || changes.outcome_reason !== before.outcome_reason)
    )
      await noteOutcome(tx, { companyId, input, at: now });
    return getLeadView(tx, { companyId, leadId, now });
  });

const contactChanges = (
  { name, email, phone, besidePhone, address, zip, notes, source, language, outcome, reason }: LeadUpdateInput,
  before: LeadRow,
): LeadUpdate => ({
  name,
  email,
  phone,
  address,
  zip,
  notes: besidePhone === undefined ? notes : withLine(notes ?? before.notes, besidePhone),
  source,
  language,
  outcome,
  outcome_reason: outcome === undefined ? undefined : ((outcome && reason) ?? null),
});

/** Returns the homeowner's measurements, except those replaced by a new length or number of gates. */
const stillMeasured = (
  { measured }: LeadRow,
  { perimeter, gateCount }: { perimeter: number | null; gateCount: number },
): LeadRow['measured'] =>
  measured && {
    ...measured,
    runs: perimeter !== null && runsMatch(perimeter, measured.runs) ? measured.runs : [],
    gates: gateCount === measured.gates.length ? measured.gates : [],
  };

async function fenceChanges(
  tx: CompanyTx,
  { companyId, input, before }: { companyId: CompanyId; input: LeadUpdateInput; before: LeadRow },
): Promise<LeadUpdate> {
  const { perimeter, materialId, gateCount, zip } = input;
  // A new ZIP code may be in another zone of the price book.
  const isMoved = zip !== undefined && zip !== before.zip;
  if (perimeter === undefined && materialId === undefined && gateCount === undefined && !isMoved) return {};
  const fence = {
    materialId: input.materialId === undefined ? before.material_id : input.materialId,
    perimeter: input.perimeter === undefined ? before.perimeter_ft : input.perimeter,
    gateCount: input.gateCount ?? before.gate_count,
    zip: zip === undefined ? before.zip : zip,
  };
  const measured = stillMeasured(before, fence);
  const { materialType, quoteCents } = await quoteFence(tx, companyId, { ...fence, measured });
  return {
    material_id: fence.materialId,
    perimeter_ft: fence.perimeter,
    gate_count: fence.gateCount,
    material_type: materialType,
    quote_cents: quoteCents,
    measured,
  };
}

interface NewOutcome {
  companyId: CompanyId;
  leadId: LeadId;
  /** The required current outcome. A lead with a different outcome isn't changed. */
  from: LeadOutcome | null;
  outcome: LeadOutcome | null;
  reason: string | undefined;
  at: Date;
}

/** Marks a lead as won or lost, or reopens it, in the caller's transaction. Throws NOT_FOUND. */
export async function setOutcome(tx: CompanyTx, { companyId, from, at, ...input }: NewOutcome): Promise<void> {
  const { leadId, outcome, reason } = input;
  const before = await lockLeadRow(tx, companyId, leadId);
  if (before.outcome !== from || outcome === from) return;
  await changeLead(tx, { companyId, leadId }, { outcome, outcome_reason: (outcome && reason) ?? null });
  await noteOutcome(tx, { companyId, input, at });
}

async function noteOutcome(
  tx: CompanyTx,
  {
    companyId,
    input,
    at,
  }: { companyId: CompanyId; input: Pick<LeadUpdateInput, 'leadId' | 'outcome' | 'reason'>; at: Date },
): Promise<void> {
  const { outcome, reason } = input;
  const said = outcome === null ? 'Opened again' : `Marked ${outcome}`;
  const data = {
    text: reason ? `${said}: ${reason}` : said,
    outcome: outcome ?? ('reopened' as const),
    ...(reason ? { reason } : {}),
  };
  await addTimelineEvent(tx, { companyId, leadId: input.leadId, kind: 'note', at, data });
  if (outcome === null) return;
  const why = (firstName: string) => `Follow-ups stopped because you marked ${firstName} as ${outcome}.`;
  await stopSchedules(tx, { companyId, leadId: input.leadId, reason: why, at, notify: false });
}

type KeepDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * Archives or restores a lead. All its data is kept. Archiving permanently stops its follow-ups. Idempotent. Throws
 * NOT_FOUND.
 */
export const archiveLead = (
  { db, clock }: KeepDeps,
  companyId: CompanyId,
  { leadId, archived }: { leadId: LeadId; archived: boolean },
): Promise<LeadView> =>
  inCompany(db, companyId, async (tx) => {
    const now = clock.now();
    const before = await lockLeadRow(tx, companyId, leadId);
    if (archived !== (before.archived_at !== null)) {
      const archivedAt = archived ? now : null;
      await changeLead(tx, { companyId, leadId }, { archived_at: archivedAt });
      const reason = (firstName: string) => `Follow-ups stopped because you archived ${firstName}.`;
      if (archived) await stopSchedules(tx, { companyId, leadId, reason, at: now, notify: false });
    }
    return getLeadView(tx, { companyId, leadId, now });
  });

/** Adds a contractor's note to the lead's timeline. Throws NOT_FOUND. */
export const addNote = (
  { db, clock }: KeepDeps,
  companyId: CompanyId,
  { leadId, text }: { leadId: LeadId; text: string },
): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    await lockLeadRow(tx, companyId, leadId);
    await addTimelineEvent(tx, { companyId, leadId, kind: 'note', at: clock.now(), data: { text } });
  });
