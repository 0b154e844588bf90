import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';

export type MessageProvider = 'twilio' | 'smtp';

export const providerOf = (channel: MessageChannel): MessageProvider => (channel === 'sms' ? 'twilio' : 'smtp');
