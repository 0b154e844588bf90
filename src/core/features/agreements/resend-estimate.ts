import { SECOND } from '#shared/primitives/durations.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { formatDate, localDate } from '#shared/primitives/local-date.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import type { EstimateRow } from '../estimates/estimates.table.ts';
import { requireActivePlan } from '../billing/access.ts';
import { refuseHeld } from '../leads/held-leads.ts';
import { readProofs, requireAllowed } from '../trust/company-allowance.ts';
import { announceEstimate, waitingTextAt } from './announce-estimate.ts';
import { ensureToken } from '../estimates/estimate-links.ts';
import { statusNow } from '#shared/features/estimates/status-now.rules.ts';
import { getCompany } from '../estimates/estimates.repository.ts';
import { listVersions } from '../estimates/read-version.ts';
import { type SentEstimate, toSent } from './send-estimate.ts';
import type { EstimateDeps } from '../estimates/estimate-deps.ts';

const SAME_PRESS = 10 * SECOND;

export interface ResendRequest {
  companyId: CompanyId;
  leadId: LeadId;
  /** Whether the user is an admin. Admins don't need a plan. */
  isAdmin: boolean;
}

/**
 * Resends the newest version with the same number and link, without counting toward the plan's quota. A second resend
 * within ten seconds is treated as a double click and sends nothing. Throws NOT_FOUND, NOT_CONFIRMED,
 * SUBSCRIPTION_REQUIRED or RATE_LIMITED. Throws CONFLICT if nothing has been sent yet or the lead is waiting for
 * review. Throws ESTIMATE_EXPIRED if the version can no longer be accepted.
 */
export const resendEstimate = async (deps: EstimateDeps, request: ResendRequest): Promise<SentEstimate> => {
  const sent = await inCompany(deps.db, request.companyId, (tx) => resend(tx, deps, request));
  await deps.wakeUps.enqueue(request.companyId);
  return sent;
};

const resend = async (
  tx: CompanyTx,
  deps: EstimateDeps,
  { companyId, leadId, isAdmin }: ResendRequest,
): Promise<SentEstimate> => {
  const at = deps.clock.now();
  const lead = await lockLeadOrThrow(tx, companyId, leadId);
  refuseHeld(lead);
  const proofs = await readProofs(tx, companyId, at);
  requireAllowed(proofs, 'answers');
  await requireActivePlan(tx, { companyId, at, isAdmin });
  const [version] = await listVersions(tx, { companyId, leadId, at });
  if (!version) throw new AppError('There’s no estimate to resend yet. Send one first', 'CONFLICT');
  const { estimate } = version;
  refuseExpired(estimate, at);
  const token = await ensureToken(tx, { companyId, estimateId: estimate.id, secret: deps.config.APP_SECRET, at });
  const company = await getCompany(tx, companyId);
  if (!(await wasJustResent(tx, estimate, at)))
    await announceEstimate(tx, { company, lead, version, proofs, resend: true, at });
  return toSent(deps, { version, token, textAt: await waitingTextAt(tx, { company, lead, at }) });
};

const refuseExpired = (estimate: EstimateRow, at: Date): void => {
  if (statusNow(estimate, at) !== 'expired') return;
  const day = formatDate(localDate(estimate.valid_until));
  throw new AppError(`This estimate was valid through ${day}. Send a new version`, 'ESTIMATE_EXPIRED');
};

/** Whether this version was resent within the last few seconds. The original send doesn't count. */
const wasJustResent = async (tx: CompanyTx, estimate: EstimateRow, at: Date): Promise<boolean> => {
  const recent = await tx
    .selectFrom('timeline_events')
    .select('data')
    .where('lead_id', '=', estimate.lead_id)
    .where('kind', '=', 'estimate_sent')
    .where('at', '>', new Date(at.getTime() - SAME_PRESS))
    .execute();
  return recent.some(({ data }) => data['resend'] === true && data['version'] === estimate.version);
};
