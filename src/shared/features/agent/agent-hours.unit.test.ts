import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agentAnswersHere, isOpenAt } from './agent-hours.rules.ts';
import { type AgentSettings, agentSettingsInput, type OpenHours } from './agent.schema.ts';

const WEEK: OpenHours[] = [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '17:00' }));
const settings: Omit<AgentSettings, 'tone' | 'forbiddenTopics' | 'monthlyBudgetCents'> = {
  widget: true,
  estimatePage: true,
  sms: 'draft',
  email: 'off',
  hours: 'closed',
  openHours: WEEK,
};
const zone = 'America/Boise';

describe('only when the company is closed', () => {
  test.each([
    ['Monday before opening', '2026-11-23T14:59:59Z', true],
    ['Monday at opening', '2026-11-23T15:00:00Z', false],
    ['Monday just before closing', '2026-11-23T23:59:59Z', false],
    ['Monday at closing', '2026-11-24T00:00:00Z', true],
    ['Saturday noon', '2026-11-28T19:00:00Z', true],
    // in summer, Boise is six hours behind
    ['a summer Monday at opening', '2026-07-06T14:00:00Z', false],
    ['the Monday after clocks went back, at opening', '2026-11-02T15:00:00Z', false],
    ['the Monday after clocks went back, an hour before', '2026-11-02T14:30:00Z', true],
  ])('%s', (_when, now, answers) => {
    expect(agentAnswersHere(settings, 'widget', { now: new Date(now), zone })).toBe(answers);
  });

  test('a channel that is off stays off, and without opening hours the agent answers at any time', () => {
    const now = new Date('2026-11-23T18:00:00Z');
    expect(agentAnswersHere({ ...settings, hours: 'always' }, 'email', { now, zone })).toBe(false);
    expect(agentAnswersHere({ ...settings, openHours: [] }, 'sms', { now, zone })).toBe(true);
  });

  test('matches the local time at any instant in any time zone', () => {
    const time = fc.integer({ min: 0, max: 1_439 });
    const clock = (minutes: number): string =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    const hours = fc
      .tuple(fc.integer({ min: 0, max: 6 }), time, time)
      .filter(([, a, b]) => a !== b)
      .map(([day, a, b]) => ({ day, from: clock(Math.min(a, b)), to: clock(Math.max(a, b)) }));
    const zones = fc.constantFrom('America/Boise', 'America/New_York', 'America/Phoenix', 'Pacific/Honolulu');
    const instants = fc.date({ min: new Date('2025-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.array(hours, { maxLength: 6 }), instants, zones, (open, now, timeZone) => {
        const format = new Intl.DateTimeFormat('en-GB', {
          timeZone,
          weekday: 'short',
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        });
        const part = (type: string) => format.formatToParts(now).find((each) => each.type === type)?.value ?? '';
        const wall = `${part('hour')}:${part('minute')}`;
        const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part('weekday'));
        const expected = open.some((each) => each.day === day && each.from <= wall && wall < each.to);
        expect(isOpenAt(open, { now, zone: timeZone })).toBe(expected);
      }),
    );
  });
});

test.each([
  [[{ day: 1, from: '17:00', to: '08:00' }], false],
  [[{ day: 7, from: '08:00', to: '17:00' }], false],
  [[{ day: 1, from: '8:00', to: '17:00' }], false],
  [[{ day: 1, from: '08:00', to: '25:00' }], false],
  [[{ day: 1, from: '00:00', to: '24:00' }], true],
  [WEEK, true],
])('opening hours %j are accepted: %s', (openHours, accepted) => {
  expect(agentSettingsInput.safeParse({ openHours }).success).toBe(accepted);
});
