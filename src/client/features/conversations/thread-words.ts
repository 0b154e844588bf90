import { zoneLabel } from '#shared/primitives/zone-label.ts';
import type { ThreadItem, ThreadState } from '#shared/features/conversations/conversations.schema.ts';
import { formatDayTime, formatMoment } from '../../lib/dates.ts';

const MEDIUM: Record<ThreadItem['channel'], string> = { sms: 'Text', email: 'Email', page: '', call: '' };

const STATE: Record<ThreadState, string> = {
  scheduled: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
  unknown: 'Unconfirmed',
  skipped: 'Not sent',
  cancelled: 'Not sent',
  received: '',
};

interface When {
  now: Date;
  zone: string | undefined;
}

const timeOf = ({ state, at }: ThreadItem, { now, zone }: When): string =>
  state === 'scheduled' && new Date(at) > now
    ? `will be sent ${formatDayTime(at, zone)}${zone ? `, ${zoneLabel(zone)}` : ''}`
    : formatMoment(at, now, zone);

/** Joins the available parts, such as 'Follow-up 2 · Text · Delivered · Today, 8:51 AM'. */
export const metaText = (item: ThreadItem, when: When): string =>
  [
    item.automatic ? 'Automatic reply' : item.label,
    MEDIUM[item.channel],
    item.from === 'company' && item.channel !== 'call' ? STATE[item.state] : '',
    timeOf(item, when),
  ]
    .filter(Boolean)
    .join(' · ')
    // Prevents a line break within a time of day.
    .replace(/ (?=\d+:\d\d|[AP]M)/g, '\u00a0');

/** Returns text such as 'Attachments not saved: fence.jpg and plan.pdf. Ask for them by email.' */
export const attachmentText = (names: readonly string[]): string => {
  const listed = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${String(names.at(-1))}`;
  return `Attachments not saved: ${listed}. Ask for ${names.length === 1 ? 'it' : 'them'} by email.`;
};

/** Returns the placeholder for a message without text. */
export function emptyText({ from, unreadable }: Pick<ThreadItem, 'from' | 'unreadable'>): string {
  if (from === 'company') return 'Tags are filled in when the message is sent.';
  return unreadable ? 'Not shown.' : 'This message is empty.';
}

const FOOTER = '\n--\n';

/** Splits an email that we wrote into its text and its footer, which starts with a line of two hyphens. */
export function splitFooter({ from, channel, text }: Pick<ThreadItem, 'from' | 'channel' | 'text'>): {
  text: string;
  footer: string;
} {
  const at = from === 'company' && channel === 'email' ? text.lastIndexOf(FOOTER) : -1;
  if (at < 0) return { text, footer: '' };
  return { text: text.slice(0, at).trimEnd(), footer: text.slice(at + FOOTER.length).trim() };
}

const LONG = { characters: 700, lines: 12 };

/** Whether a message is shortened when it's first shown. */
export const isLong = (text: string): boolean => text.length > LONG.characters || text.split('\n').length > LONG.lines;
