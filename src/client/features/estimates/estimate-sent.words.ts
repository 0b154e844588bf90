import { formatDayTime } from '../../lib/dates.ts';

/** 'The text will be sent Nov 9, 2026 Mon 10:00 AM.'; undefined where none waits. `zone` is the company's. */
export const waitingTextWords = (textAt: string | null, zone: string | undefined): string | undefined =>
  textAt === null ? undefined : `The text will be sent ${formatDayTime(textAt, zone)}.`;
