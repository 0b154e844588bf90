import { describe, expect, it } from 'vitest';
import { formatCalendarDay, formatDay, formatDayTime, formatMoment, formatSoonTime } from './dates.ts';

const BOISE = 'America/Boise';

describe('date formats', () => {
  it('formats an instant in the named zone, not the machine’s', () => {
    expect(formatDay('2026-11-06T05:30:00Z', BOISE)).toBe('Nov 5, 2026');
    expect(formatDayTime('2026-11-06T17:00:00Z', BOISE)).toBe('Nov 6, 2026 Fri 10:00 AM');
  });

  it('keeps a calendar day unchanged in every zone', () => {
    expect(formatCalendarDay('2026-12-03')).toBe('Dec 3, 2026');
  });

  it('says Today and Yesterday, then the date, with the year only if it differs', () => {
    const now = new Date('2026-11-05T18:00:00Z');
    expect(formatMoment('2026-11-05T15:51:00Z', now, BOISE)).toBe('Today, 8:51 AM');
    expect(formatMoment('2026-11-04T23:18:00Z', now, BOISE)).toBe('Yesterday, 4:18 PM');
    expect(formatMoment('2026-11-02T14:42:00Z', now, BOISE)).toBe('Nov 2, 7:42 AM');
    expect(formatMoment('2025-11-02T14:42:00Z', now, BOISE)).toBe('Nov 2, 2025, 7:42 AM');
  });

  it('shows upcoming events with their time', () => {
    const now = new Date('2026-11-05T18:00:00Z');
    expect(formatSoonTime('2026-11-06T03:00:00Z', now, BOISE)).toBe('today at 8:00 PM');
    expect(formatSoonTime('2026-11-06T17:00:00Z', now, BOISE)).toBe('tomorrow at 10:00 AM');
    expect(formatSoonTime('2026-11-07T17:00:00Z', now, BOISE)).toBe('Nov 7, 2026 at 10:00 AM');
  });
});
