import type { OfferQuestion, WorkflowView } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { DEFAULT_MESSAGES, LAST_REMINDER } from '#shared/features/follow-ups/steps.rules.ts';
import { spanishAfter } from '#shared/features/follow-ups/messages-in.rules.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { getCompany } from './follow-ups.repository.ts';
import { defaultSteps } from './step-offers.ts';
import { viewWorkflow } from './workflow.service.ts';

const DEFAULT_LAST = DEFAULT_MESSAGES[2];

/** Returns whether a contractor still has to decide on the default message's offer, before the first follow-ups start. */
export const getOfferQuestion = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<OfferQuestion> =>
  inCompany(db, companyId, async (tx) => questionOf(await getCompany(tx, companyId)));

const questionOf = (company: CompanyRow): OfferQuestion => {
  const offer = defaultSteps(company, { language: 'en' }).find((step) => step.offer !== null)?.offer ?? null;
  return { asks: offer !== null && company.offer_decided_at === null, offer };
};

/**
 * Keeps the default message's offer, or leaves it out of the company's defaults. Without the offer, the message is
 * replaced by one that promises nothing. Deciding again changes nothing, because the defaults are then the contractor's
 * own. Returns the defaults.
 */
export const decideOffer = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, keep }: { companyId: CompanyId; keep: boolean },
): Promise<WorkflowView> =>
  inCompany(db, companyId, async (tx) => {
    const company = await getCompany(tx, companyId, true);
    if (!questionOf(company).asks) return viewWorkflow(company);
    const messages = keep
      ? company.workflow_messages
      : company.workflow_messages.map((message) => (message === DEFAULT_LAST ? LAST_REMINDER : message));
    const decided = await tx
      .updateTable('company_profiles')
      .set({
        offer_decided_at: clock.now(),
        ...(!keep && {
          workflow_messages: messages,
          workflow_messages_es: company.workflow_messages_es && spanishAfter(messages, company),
          workflow_offers: JSON.stringify(messages.map(() => null)),
        }),
      })
      .where('id', '=', companyId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return viewWorkflow(decided);
  });
