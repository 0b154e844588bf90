import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';

/** The channels that an opt-out stops: those of the messages that wait for a decision. Texts while they load. */
export const stopChannelOf = (messages: readonly { channel: MessageChannel }[]): MessageChannel | 'both' => {
  const channels = new Set(messages.map(({ channel }) => channel));
  return channels.size > 1 ? 'both' : ([...channels][0] ?? 'sms');
};

/** The labels of the button that stops a channel. */
export const STOP_WORDS: Record<MessageChannel | 'both', string> = {
  sms: 'No more texts',
  email: 'No more email',
  both: 'No more texts or email',
};

const WONT_GET: Record<MessageChannel | 'both', string> = {
  sms: 'texts',
  email: 'email follow-ups',
  both: 'texts or email follow-ups',
};

/** Returns what an opt-out changed, such as 'Tom Brook won’t get any more texts'. */
export const stoppedWords = (name: string, channel: MessageChannel | 'both'): string =>
  `${name} won’t get any more ${WONT_GET[channel]}`;
