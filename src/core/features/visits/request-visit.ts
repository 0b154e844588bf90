import type { VisitRequestInput } from '#shared/features/visits/visits.schema.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { getCompany } from '../estimates/estimates.repository.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import { type CaptureDeps, captureLead, type RequestFacts } from '../leads/capture-lead.ts';
import { findContractor } from '../widget/find-contractor.ts';
import { issueTicket } from '../widget/ticket.ts';
import { bookFor, findVisitByKey } from './book-visit.ts';
import { slotsFor } from './homeowner-visit.ts';
import { readAllSettings } from './visit-settings.ts';
import type { VisitRow } from './visits.table.ts';

/** What someone sees who asks a company for a visit without an estimate. */
export interface VisitRequestPage {
  company: CompanyRow;
  slots: string[];
  /** The ticket that the form sends back (`ticket.ts`). */
  ticket: string;
}

/** Reads the page. Returns undefined if the contractor is unknown or doesn't take visits. */
export async function readVisitRequestPage(
  deps: CaptureDeps,
  contractorId: string,
): Promise<VisitRequestPage | undefined> {
  const companyId = await findContractor(deps, contractorId);
  if (companyId === undefined) return undefined;
  return inCompany(deps.db, companyId, async (tx) => {
    const { company: settings } = await readAllSettings(tx, companyId);
    if (!settings.enabled) return undefined;
    const company = await getCompany(tx, companyId);
    return {
      company,
      slots: await slotsFor(tx, { company, now: deps.clock.now() }),
      ticket: issueTicket(companyId, deps.config.APP_SECRET, new Date()),
    };
  });
}

/**
 * Takes a request for a visit from the hosted page: it's a lead like one from the widget, with the same limits and
 * reviews, and then a visit. Returns null if the request waits for review, so that the contractor agrees on a time. If
 * the chosen time was taken meanwhile, the lead stays, and sending the form again books for it. Throws NOT_FOUND if the
 * contractor is unknown, CONFLICT if the time is taken or the widget is paused, and VALIDATION_FAILED.
 */
export async function requestVisit(
  deps: CaptureDeps,
  { contractorId, startsAt, ...person }: VisitRequestInput & { contractorId: string },
  facts: RequestFacts,
): Promise<VisitRow | null> {
  const idempotencyKey = `request:${person.idempotencyKey}`;
  const page = await readVisitRequestPage(deps, contractorId);
  if (!page) throw notFound('this contractor');
  const companyId: CompanyId = page.company.id;
  const known = await inCompany(deps.db, companyId, (tx) => findVisitByKey(tx, { companyId, idempotencyKey }));
  if (known) return known;
  if (!page.slots.includes(startsAt.toISOString()))
    throw new AppError('This time is no longer free. Choose another one', 'CONFLICT');
  const { leadId } = await captureLead(
    deps,
    { ...person, contractorId, perimeter: null, gateCount: 0, runs: [], gates: [], smsConsent: false },
    facts,
  );
  const visit = await inCompany(deps.db, companyId, async (tx) => {
    const lead = await lockLeadOrThrow(tx, companyId, leadId as LeadId);
    if (lead.held_at !== null) return null;
    return bookFor(tx, deps, {
      companyId,
      leadId: lead.id,
      lead,
      startsAt,
      byHomeowner: true,
      idempotencyKey,
    });
  });
  await deps.wakeUps.enqueue(companyId);
  return visit;
}
