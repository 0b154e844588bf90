import { sql } from 'kysely';
import type { TurnDeps } from '#core/features/agent/turn.ts';
import type { SystemDeps } from '#core/platform/db/system.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import type { Logger } from '#core/platform/log.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { repeat, type Sweep } from '../../repeat.ts';

/**
 * The pause between two searches for due answers. It's short, because answers are due a few seconds after a message.
 * The query is cheap, because its index contains only waiting answers and is usually empty.
 */
const LOOK_EVERY = 2 * SECOND;
const COMPANIES_AT_ONCE = 10;

type ReplyDeps = TurnDeps & SystemDeps & { logger: Logger };

/** Starts the search for texts and emails that await the agent's answer. */
export const startAnswering = (deps: ReplyDeps): Sweep =>
  repeat({
    every: LOOK_EVERY,
    logger: deps.logger,
    failed: 'answering replies failed; the next run retries it',
    turn: () => answerDue(deps),
  });

/**
 * Answers due messages for several companies at a time. Returns whether more answers may be due. If answering for a
 * company fails, the failure is logged and a later run retries it. Companies whose answers aren't due yet don't delay
 * other companies.
 */
export async function answerDue(deps: ReplyDeps): Promise<boolean> {
  const { rows } = await sql<{ company_id: CompanyId }>`
    select company_id from (
      select company_id, max(due_at) as due_at from agent_replies where status = 'waiting'
      group by company_id, lead_id, channel having max(due_at) <= ${deps.clock.now()}) threads
    group by company_id order by min(due_at) limit ${COMPANIES_AT_ONCE}`.execute(deps.system);
  if (rows.length === 0) return false;
  // loaded on first use, because the search and the model's client take memory, and most workers rarely answer
  const { answerReplies } = await import('#core/features/agent/replies/answer-replies.ts');
  const more = await Promise.all(
    rows.map(({ company_id: companyId }) =>
      answerReplies(deps, companyId).catch((error: unknown) => {
        deps.logger.warn({ err: errorForLog(error), companyId }, 'an answer failed; a later run retries it');
        return false;
      }),
    ),
  );
  return more.includes(true);
}
