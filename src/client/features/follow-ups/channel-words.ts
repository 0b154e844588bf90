import type { FollowUpChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';

/** The plural names for each channel's messages. `STEP_WORDS` has the singular names, used for steps ('Text 1'). */
export const CHANNEL_WORDS: Record<FollowUpChannel, string> = {
  sms: 'Texts',
  email: 'Emails',
  both: 'Texts and emails',
};
export const STEP_WORDS: Record<FollowUpChannel, string> = { sms: 'Text', email: 'Email', both: 'Text and email' };
