import type { FeedbackInput } from '#shared/features/feedback/feedback.schema.ts';
import { HOUR, SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import { networkOf } from '#shared/primitives/network.ts';
import { errorForLog } from '../../platform/log-error.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { createRateLimit } from '../../platform/rate-limit.ts';
import { ACCESS_COLUMNS, accessOf } from '../billing/access.ts';
import { enqueueMessage } from '../messages/enqueue-message.ts';
import { feedbackReceived } from './messages/feedback-messages.ts';

type FeedbackDeps = SystemDeps & Pick<Deps, 'clock' | 'config' | 'wakeUps' | 'logger'>;

/** The author. If `userId` is null, the rate limit applies to the author's network. */
export interface Sender {
  userId: UserId | null;
  companyId: CompanyId | null;
  ip: string;
}

const LIMIT = {
  name: 'feedback',
  points: 10,
  durationSeconds: HOUR / SECOND,
  message: 'You’ve sent a lot of feedback. Wait a while and try again',
};

/**
 * Stores feedback and then queues an email to SUPPORT_EMAIL in a separate transaction. If the email can't be queued,
 * the feedback is still stored and the error is logged (spec, section 7). Throws RATE_LIMITED if the sender has reached
 * their limit.
 */
export async function submitFeedback(deps: FeedbackDeps, sender: Sender, input: FeedbackInput): Promise<void> {
  const { system, clock, logger } = deps;
  await createRateLimit(deps, LIMIT).consume(sender.userId ?? networkOf(sender.ip));
  const { id } = await system
    .insertInto('feedback')
    .values({
      user_id: sender.userId,
      name: input.name ?? null,
      email: input.email ?? null,
      category: input.category,
      subject: input.subject,
      message: input.message,
      created_at: clock.now(),
      priority: await isPriority(deps, sender),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  try {
    await mailIt(deps, sender, { id, input });
  } catch (error) {
    logger.warn({ err: errorForLog(error), feedback: id }, "couldn't queue an email about feedback");
  }
}

/** Whether the author's company has priority support, which is part of Pro. Free access counts as Pro. */
async function isPriority({ system, clock }: FeedbackDeps, { companyId }: Sender): Promise<boolean> {
  if (companyId === null) return false;
  const plan = await system
    .selectFrom('subscribers')
    .select(ACCESS_COLUMNS)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  const { tier } = accessOf(plan, clock.now());
  return tier === 'pro' || tier === 'free';
}

/** Queues the email for the author's company or, if they don't have one, as a platform email. */
async function mailIt(
  { system, clock, config, wakeUps }: FeedbackDeps,
  sender: Sender,
  { id, input }: { id: string; input: FeedbackInput },
): Promise<void> {
  await system.transaction().execute((tx) =>
    enqueueMessage(tx, {
      companyId: sender.companyId,
      leadId: null,
      kind: feedbackReceived,
      channel: 'email',
      to: config.SUPPORT_EMAIL,
      payload: input,
      dedupeKey: `feedback:${id}`,
      at: clock.now(),
    }),
  );
  await wakeUps.enqueue(sender.companyId ?? 'platform');
}
