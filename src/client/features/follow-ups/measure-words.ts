import type { TextMeasure } from '#shared/features/messages/sms-text.rules.ts';

/**
 * The maximum number of characters in a text (`one`), and in each part of a text that is sent in several parts
 * (`each`). Each part also contains its position in the sequence, so it has room for fewer characters.
 */
const ROOM = { 'GSM-7': { one: 160, each: 153 }, 'UCS-2': { one: 70, each: 67 } } as const;
const MOST_NAMED = 3;

/**
 * Returns text such as '104 of 160, 1 text'. If the message contains characters outside GSM-7, also names up to three
 * of them, and says that they lower the number of characters per text (T12).
 */
export const measureWords = ({ characters, segments, encoding, culprits }: TextMeasure): string => {
  const { one, each } = ROOM[encoding];
  const count = `${characters} of ${segments > 1 ? each * segments : one}, ${segments} ${segments === 1 ? 'text' : 'texts'}`;
  if (encoding === 'GSM-7') return count;
  const named = culprits.slice(0, MOST_NAMED).join(' ');
  return `${count} · ${named} ${culprits.length === 1 ? 'limits' : 'limit'} each text to ${ROOM['UCS-2'].one} characters, not ${ROOM['GSM-7'].one}`;
};
