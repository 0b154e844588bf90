/** One `<Message>` verb. Without `to` and `from` it answers the text at hand. */
export interface TwimlMessage {
  text: string;
  to?: string;
  from?: string;
}

const MESSAGE = /<(?:Message|Sms)\b([^>]*)>([\s\S]*?)<\/(?:Message|Sms)>/g;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The Message verbs of a TwiML answer, in order; anything that isn't TwiML has none. */
export function messagesOf(twiml: string): TwimlMessage[] {
  if (!/<Response\b/.test(twiml)) return [];
  return [...twiml.matchAll(MESSAGE)].flatMap(([, attributes = '', inner = '']) => {
    const bodies = [...inner.matchAll(/<Body>([\s\S]*?)<\/Body>/g)].map((match) => match[1] ?? '');
    const text = plain(bodies.length > 0 ? bodies.join('') : inner).trim();
    if (text === '') return [];
    const to = attribute(attributes, 'to');
    const from = attribute(attributes, 'from');
    return [{ text, ...(to ? { to } : {}), ...(from ? { from } : {}) }];
  });
}

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : plain(value);
}

function plain(xml: string): string {
  return xml
    .replace(/<[^>]*>/g, '')
    .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_, digits: string) => String.fromCodePoint(Number(digits)))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');
}
