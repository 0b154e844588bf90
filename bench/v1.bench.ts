import { readBusyTimes } from '#core/features/visits/busy/busy-times.ts';
import ICAL from 'ical.js';
import { type Line, milliseconds } from './result.ts';
import { inTurn, timed } from './rounds.ts';

const EVENTS = 2_000;
const GOAL_MS = 200;

/** A member's calendar. One in ten events is repeated twice a week. */
const calendar = (): string => {
  const events = Array.from({ length: EVENTS }, (_, index) => {
    const day = String((index % 28) + 1).padStart(2, '0');
    return [
      'BEGIN:VEVENT',
      `UID:${index}`,
      `DTSTART;TZID=America/Boise:2026${index % 2 === 0 ? '01' : '06'}${day}T100000`,
      'DURATION:PT1H',
      ...(index % 10 === 0 ? ['RRULE:FREQ=WEEKLY;BYDAY=MO,WE'] : []),
      'END:VEVENT',
    ];
  });
  return ['BEGIN:VCALENDAR', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n');
};

/** Reads the busy times of 90 days from a calendar with 2,000 events. The floor only parses the file. */
export async function v1(): Promise<Line[]> {
  const text = calendar();
  const window = {
    from: new Date('2026-12-01T00:00:00Z'),
    to: new Date('2027-03-01T00:00:00Z'),
    zone: 'America/Boise',
  };
  const result = await inTurn({
    floor: timed(() => Promise.resolve(ICAL.parse(text))),
    ours: timed(() => Promise.resolve(readBusyTimes(text, window))),
  });
  return [
    {
      id: 'V1',
      ours: milliseconds(result.ours),
      peer: '',
      floor: milliseconds(result.floor),
      ratio: result.ratioOf('ours'),
      goal: `at most ${GOAL_MS} ms`,
      met: result.ours <= GOAL_MS,
      valid: true,
    },
  ];
}
