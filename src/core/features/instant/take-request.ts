import type { LeadReviewInput, LeadView } from '#shared/features/leads/leads.schema.ts';
import type { WidgetLeadAnswer } from '#shared/features/widget/widget.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { errorForLog } from '../../platform/log-error.ts';
import { type CaptureDeps, captureLead, type RequestFacts } from '../leads/capture-lead.ts';
import { getLeadView } from '../leads/read-leads.ts';
import { reviewLead } from '../leads/review-lead.ts';
import type { HomeownerInput } from '../leads/widget-request.ts';
import { settleRequest } from './settle-request.ts';

/**
 * Accepts a homeowner's request (`captureLead`) and sends its estimate at once if it's within the company's bounds. The
 * lead is stored first. If anything fails after that, the homeowner gets the answer without an estimate, and the
 * worker's sweep decides later.
 */
export const takeRequest = (
  deps: CaptureDeps & Pick<Deps, 'logger'>,
  input: HomeownerInput,
  facts: RequestFacts,
  beforeHolding: () => Promise<void>,
): Promise<WidgetLeadAnswer> =>
  captureLead(deps, input, facts, {
    beforeHolding,
    beforeWaking: async ({ companyId, leadId, key }) => {
      try {
        const estimate = await settleRequest(deps, { companyId, leadId, key });
        return estimate === null ? {} : { estimate };
      } catch (error) {
        deps.logger.warn(
          { err: errorForLog(error), companyId },
          'an instant estimate failed; the next sweep retries it',
        );
        return {};
      }
    },
  });

/**
 * Applies the contractor's decision about a held lead (`reviewLead`). An accepted request gets its instant estimate, if
 * it's within the bounds by now.
 */
export async function reviewRequest(
  deps: Pick<Deps, 'db' | 'clock' | 'wakeUps' | 'config'>,
  companyId: CompanyId,
  input: LeadReviewInput,
): Promise<LeadView> {
  const view = await reviewLead(deps, companyId, input, async ({ leadId }) => {
    await settleRequest(deps, { companyId, leadId });
  });
  if (input.decision === 'spam') return view;
  return inCompany(deps.db, companyId, (tx) =>
    getLeadView(tx, { companyId, leadId: input.leadId, now: deps.clock.now() }),
  );
}
