import { z } from 'zod';
import { email, line, optional, paragraph } from '../../primitives/text.ts';
import { FEEDBACK_MISSING, MAX_FEEDBACK } from './feedback.words.ts';

const required = (max: number) => z.string(FEEDBACK_MISSING).trim().min(1, FEEDBACK_MISSING).pipe(line('text', max));

/**
 * The form on the Feedback tab. Category, subject and message are required (spec, section 5). Name and email are
 * optional.
 */
export const feedbackInput = z.strictObject({
  name: optional(line('your name', 200)),
  email: optional(email),
  category: required(60),
  subject: required(200),
  message: z.string(FEEDBACK_MISSING).trim().min(1, FEEDBACK_MISSING).pipe(paragraph(MAX_FEEDBACK)),
});
export type FeedbackInput = z.infer<typeof feedbackInput>;
