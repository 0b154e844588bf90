import type { TextMeasure } from '#shared/features/messages/sms-text.rules.ts';

/** Letters in one text, and in each of several, which name their place in the row. */
const ROOM = { 'GSM-7': { one: 160, each: 153 }, 'UCS-2': { one: 70, each: 67 } } as const;
const MOST_NAMED = 3;

/** '104 of 160, 1 text · GSM-7, plain letters', and for the other encoding what it costs and which characters force it (T12). */
export const measureWords = ({ characters, segments, encoding, culprits }: TextMeasure): string => {
  const { one, each } = ROOM[encoding];
  const count = `${characters} of ${segments > 1 ? each * segments : one}, ${segments} ${segments === 1 ? 'text' : 'texts'}`;
  if (encoding === 'GSM-7') return `${count} · GSM-7, plain letters`;
  const named = culprits.slice(0, MOST_NAMED).join(' ');
  return `${count} · Unicode: ${named} ${culprits.length === 1 ? 'makes' : 'make'} it ${ROOM['UCS-2'].one} letters a text, not ${ROOM['GSM-7'].one}`;
};
