import type { FollowUpChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';

/** The names for each channel's messages, in general and per step ('Text 1'). */
export const CHANNEL_WORDS: Record<FollowUpChannel, string> = {
  sms: 'Texts',
  email: 'Emails',
  both: 'Texts and emails',
};
export const STEP_WORDS: Record<FollowUpChannel, string> = { sms: 'Text', email: 'Email', both: 'Text and email' };
