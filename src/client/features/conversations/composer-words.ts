import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { WaysView } from '#shared/features/conversations/conversations.schema.ts';
import { formatDayTime, zoneName } from '../../lib/dates.ts';

/** What stands in the way, or when a text may leave. What is typed keeps its way: the other is for the person to choose. */
export function whyWords({ sms, email, zone }: WaysView, channel: MessageChannel): string | undefined {
  if (!sms.allowed) {
    const instead = channel === 'sms' && email.allowed ? ' Choose Email to send it as an email.' : '';
    return `No texts from here: ${sms.reason ?? 'not now'}.${instead}`;
  }
  if (channel === 'sms' && sms.opensAt)
    return `The earliest time is ${formatDayTime(sms.opensAt, zone)}, ${zoneName(zone)}: ${sms.why ?? 'not now'}.`;
  if (email.allowed) return undefined;
  const instead = channel === 'email' ? ' Choose Text to send it as a text.' : '';
  return `No email: ${email.reason ?? 'not now'}.${instead}`;
}

/**
 * Whether the contractor may be pointed to his own phone: where only our sender stands in the way. Who asked for no
 * more texts, or never agreed to any, gets none from him by another phone either (C4, C11).
 */
export const ownPhoneMay = ({ sms: { refusal } }: WaysView): boolean =>
  refusal === 'not_registered' || refusal === 'paused';
