import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { formatDayTime } from '../../lib/dates.ts';

/** 'The text will be sent Nov 9, 2026 Mon 10:00 AM.'; undefined where none waits. `zone` is the company's. */
export const waitingTextWords = (textAt: string | null, zone: string | undefined): string | undefined =>
  textAt === null ? undefined : `The text will be sent ${formatDayTime(textAt, zone)}.`;

/** What is said once an estimate is on its way (spec, section 8); of who has no email, a text that waits was not sent. */
export const sentWords = ({ name, email, phone }: LeadView, textAt: string | null): string => {
  if (email !== null) return `Estimate sent to ${name} at ${email}`;
  return textAt === null
    ? `Estimate sent to ${name} at ${formatPhone(phone ?? '')}`
    : `Estimate to ${name} is scheduled`;
};
