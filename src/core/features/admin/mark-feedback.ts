import type { FeedbackId } from '#shared/primitives/ids.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import type { AnswerFeedbackInput } from '#shared/features/admin/feedback-inbox.schema.ts';
import { answerFeedback } from '../feedback/answer-feedback.ts';
import { markFeedback } from '../feedback/feedback-inbox.ts';
import { type Actor, recordAct } from './audit.ts';

/** Marks one feedback entry as read or unread. Throws NOT_FOUND. */
export const markFeedbackRead = (
  { system, clock }: SystemDeps & Pick<Deps, 'clock'>,
  by: Actor,
  { id, read }: { id: FeedbackId; read: boolean },
): Promise<void> =>
  system.transaction().execute(async (tx) => {
    const at = clock.now();
    const { changed, subject } = await markFeedback(tx, { id, read, at });
    if (!changed) return;
    await recordAct(tx, {
      by,
      action: read ? 'feedback.marked_read' : 'feedback.marked_unread',
      on: { kind: 'feedback', id, name: subject },
      before: { read: !read },
      after: { read },
      at,
    });
  });

/** Answers feedback by email. Throws the same errors as `answerFeedback`. */
export async function replyToFeedback(
  { system, clock, wakeUps }: SystemDeps & Pick<Deps, 'clock' | 'wakeUps'>,
  by: Actor,
  input: AnswerFeedbackInput,
): Promise<void> {
  await system.transaction().execute(async (tx) => {
    const at = clock.now();
    const subject = await answerFeedback(tx, { ...input, by: by.userId, at });
    if (subject === null) return;
    const on = { kind: 'feedback', id: input.id, name: subject } as const;
    await recordAct(tx, { by, action: 'feedback.answered', on, at });
  });
  await wakeUps.enqueue('platform');
}
