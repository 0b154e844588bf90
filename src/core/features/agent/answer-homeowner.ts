import type { AgentEvent, AgentMessageInput } from '#shared/features/agent/agent.schema.ts';
import { isAllowedOrigin } from '#shared/features/widget/allowed-domains.rules.ts';
import { AppError, invalid, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { RequestFacts } from '../leads/widget-request.ts';
import { findContractor } from '../widget/find-contractor.ts';
import { findOffer } from '../widget/offer.repository.ts';
import { validTicket } from '../widget/ticket.ts';
import { pausedTextOf } from '../widget/widget-config.ts';
import { answerTurn } from './answer-turn.ts';
import { eventsOf, type TurnDeps } from './turn.ts';

const TICKET_FAULT = {
  ticket_missing: 'Open the page again to start a conversation',
  ticket_forged: 'Open the page again to start a conversation',
  ticket_expired: 'This page has been open too long. Refresh it to continue',
} as const;

/**
 * Answers one message in a widget conversation (docs/architecture.md, 'Sales agent'). `signal` aborts when the
 * homeowner leaves. All errors are thrown before anything is written. Throws NOT_FOUND for an unknown contractor or
 * conversation. Throws VALIDATION_FAILED for a missing or invalid ticket. Throws FORBIDDEN if the agent is off or the
 * website isn't allowed. Throws CONFLICT while the widget is paused. Throws RATE_LIMITED if the conversation has too
 * many messages.
 */
export async function answerHomeowner(
  deps: TurnDeps,
  input: AgentMessageInput,
  { facts, signal }: { facts: RequestFacts; signal: AbortSignal },
): Promise<AgentEvent[]> {
  const companyId = await findContractor(deps, input.contractorId);
  if (companyId === undefined) throw notFound('this contractor');
  const ticket = validTicket(input.ticket, { companyId, secret: deps.config.APP_SECRET, now: new Date() });
  if (typeof ticket === 'string') throw invalid({ ticket: TICKET_FAULT[ticket] });
  await checkWidget(deps, companyId, facts);
  const { conversationId: id, text, language, messageId } = input;
  const answer = await answerTurn(deps, {
    companyId,
    channel: 'widget',
    conversation: id === undefined ? { ticket } : { id, ticket },
    text,
    language,
    messageId,
    facts,
    signal,
  });
  return eventsOf(answer);
}

/** Throws if the widget is paused or isn't allowed on this website. */
async function checkWidget(deps: TurnDeps, companyId: CompanyId, { origin }: RequestFacts): Promise<void> {
  const offer = await inCompany(deps.db, companyId, (tx) => findOffer(tx, { companyId, now: deps.clock.now() }));
  if (!offer) throw notFound('this contractor');
  const { company } = offer;
  if (origin !== undefined && !isAllowedOrigin(origin, company.widget_allowed_domains, deps.config.PUBLIC_URL))
    throw new AppError('This form isn’t set up for this website', 'FORBIDDEN');
  if (company.widget_paused) throw new AppError(pausedTextOf(company), 'CONFLICT');
}
