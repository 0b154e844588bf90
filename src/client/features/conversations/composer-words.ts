import { zoneLabel } from '#shared/primitives/zone-label.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { WaysView } from '#shared/features/conversations/conversations.schema.ts';
import { formatDayTime } from '../../lib/dates.ts';

/**
 * Explains why a text can't be sent, or when it will be sent. The channel isn't switched automatically, but the
 * contractor can switch it.
 */
export function whyWords({ sms, email, zone }: WaysView, channel: MessageChannel): string | undefined {
  if (!sms.allowed) {
    const instead = channel === 'sms' && email.allowed ? ' Choose Email to send an email instead.' : '';
    return `You can’t text this lead. ${sms.reason ?? 'Try again later'}.${instead}`;
  }
  if (channel === 'sms' && sms.opensAt) {
    const why = sms.why === null ? '' : ` ${sms.why.charAt(0).toUpperCase()}${sms.why.slice(1)}.`;
    return `Your text will be sent on ${formatDayTime(sms.opensAt, zone)}, ${zoneLabel(zone)}.${why}`;
  }
  if (email.allowed) return undefined;
  const instead = channel === 'email' ? ' Choose Text to send a text instead.' : '';
  return `You can’t email this lead. ${email.reason ?? 'Try again later'}.${instead}`;
}

/**
 * Returns true if the app may suggest that the contractor text from their own phone. It may do so only if the company's
 * number isn't registered yet or its texts are paused. A homeowner who opted out or never consented must not be texted
 * from any phone (C4, C11).
 */
export const ownPhoneMay = ({ sms: { refusal } }: WaysView): boolean =>
  refusal === 'not_registered' || refusal === 'paused';
