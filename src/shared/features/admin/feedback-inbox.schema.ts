import { z } from 'zod';
import { MAX_FEEDBACK } from '../feedback/feedback.words.ts';
import { feedbackIdSchema, uuidSchema } from '../../primitives/ids.ts';
import { paragraph } from '../../primitives/text.ts';

/** The browser generates `replyId`. A repeated request with the same id doesn't send the answer again. */
export const answerFeedbackInput = z.strictObject({
  id: feedbackIdSchema,
  replyId: uuidSchema('This isn’t a valid key'),
  text: paragraph(MAX_FEEDBACK).refine((text) => text !== '', 'Write an answer'),
});
export type AnswerFeedbackInput = z.infer<typeof answerFeedbackInput>;

/**
 * A message in a feedback thread. `status` is the email status of an admin's answer, or null for a reply by the author.
 */
export const feedbackReplyView = z.object({
  id: z.string(),
  direction: z.enum(['out', 'in']),
  text: z.string(),
  /** The admin's name, or the email address of the person who replied. */
  from: z.string().nullable(),
  status: z.string().nullable(),
  at: z.string(),
});

/** How often we met the Pro plan's response-time promise over the last 90 days (`support.rules.ts`). */
export const supportFiguresView = z.object({
  waiting: z.int(),
  overdue: z.int(),
  answered: z.int(),
  inTime: z.int(),
  medianHours: z.number().nullable(),
});
