import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TurnDeps } from '#core/features/agent/turn.ts';
import type { SystemDeps } from '#core/platform/db/system.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import type { Logger } from '#core/platform/log.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';

/** An answer is due some seconds after a message; the query uses an index of those that wait, which is usually empty. */
const LOOK_EVERY = 2 * SECOND;
const COMPANIES_AT_ONCE = 10;

export interface ReplySweep {
  /** Waits for answers in progress. */
  close(): Promise<void>;
}

type ReplyDeps = TurnDeps & SystemDeps & { logger: Logger };

/** Lets the agent answer texts and emails that wait. */
export function startAnswering(deps: ReplyDeps): ReplySweep {
  const stopped = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const more = await answerDue(deps).catch((error: unknown) => {
        deps.logger.warn({ err: errorForLog(error) }, 'answers to replies failed; the next look tries again');
        return false;
      });
      if (!more) await wait(LOOK_EVERY, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    close() {
      stopped.abort();
      return running;
    },
  };
}

/**
 * Answers what is due, several companies at a time, and returns whether more may be. A failure of one is logged, and a
 * later look tries it again.
 */
export async function answerDue(deps: ReplyDeps): Promise<boolean> {
  const { rows } = await sql<{ company_id: CompanyId }>`
    select company_id from agent_replies where status = 'waiting' and due_at <= ${deps.clock.now()}
    group by company_id order by min(due_at) limit ${COMPANIES_AT_ONCE}`.execute(deps.system);
  if (rows.length === 0) return false;
  // loaded when it is first needed: most workers rarely answer, and the search and the model's client take memory
  const { answerReplies } = await import('#core/features/agent/replies/answer-replies.ts');
  const more = await Promise.all(
    rows.map(({ company_id: companyId }) =>
      answerReplies(deps, companyId).catch((error: unknown) => {
        deps.logger.warn({ err: errorForLog(error), companyId }, 'an answer failed; a later look tries again');
        return false;
      }),
    ),
  );
  return more.includes(true);
}
