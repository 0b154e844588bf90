import { describe, expect, it } from 'vitest';
import type { TextHours } from '#shared/features/follow-ups/follow-ups.schema.ts';
import {
  DEFAULT_WORKFLOW,
  fieldsOnScreen,
  isSameWorkflow,
  readKeptWorkflow,
  timeFaults,
  waitWords,
  weekWords,
  workflowFormOf,
  workflowOf,
} from './workflow-form.rules.ts';

const form = workflowFormOf(DEFAULT_WORKFLOW);
const idaho: TextHours = {
  stateName: 'Idaho',
  weekday: { from: 600, to: 1200 },
  saturday: { from: 600, to: 1200 },
  sunday: { from: 720, to: 1200 },
  closedOnHolidays: false,
};

describe('the follow-up defaults form', () => {
  it('spec:3.17 spec:9.14 spec:9.15 loads channel, cadence and messages, and returns them unchanged', () => {
    expect(workflowOf(form)).toEqual(DEFAULT_WORKFLOW);
    expect(DEFAULT_WORKFLOW).toMatchObject({ channel: 'sms', cadence: [1, 3, 7], sendTime: '10:00' });
    const [checkIn, nudge, reminder] = DEFAULT_WORKFLOW.messages;
    expect(checkIn).toContain('checking in');
    expect(nudge).toContain('still thinking');
    expect(reminder).toMatch(/last reminder.*schedule this week and take \{\{offer\}\}/);
    expect(DEFAULT_WORKFLOW.offers).toEqual([null, null, { percent: 10, days: 7 }]);
  });
  it('detects every change, including a partly typed day', () => {
    const [first, ...rest] = form.steps;
    if (!first) throw new Error('no step');
    expect(isSameWorkflow(workflowOf(form), DEFAULT_WORKFLOW)).toBe(true);
    for (const changed of [
      { ...form, sendTime: '11:00' },
      { ...form, steps: rest },
      { ...form, steps: [{ ...first, day: '' }, ...rest] },
      { ...form, steps: [{ ...first, message: 'Hi' }, ...rest] },
    ])
      expect(isSameWorkflow(workflowOf(changed), DEFAULT_WORKFLOW)).toBe(false);
  });
  it('is restored only from its own saved draft', () => {
    const kept: unknown = JSON.parse(JSON.stringify({ form, from: 'x' }));
    expect(readKeptWorkflow(kept)).toEqual({ form, from: 'x' });
    expect(readKeptWorkflow({ form: { ...form, steps: 'x' }, from: 'x' })).toBeUndefined();
    expect(readKeptWorkflow('nonsense')).toBeUndefined();
  });
  it('shows an error beside the visible field', () => {
    expect(fieldsOnScreen({ 'cadence.1': 'a', 'messages.0': 'b', sendTime: 'c' })).toEqual({
      'steps.1.day': 'a',
      'steps.0.message': 'b',
      sendTime: 'c',
    });
  });
});

describe('texting hours (C15)', () => {
  it('can be narrowed, never widened', () => {
    expect(timeFaults({ ...form, sendFrom: '12:00', sendUntil: '13:00' })).toEqual({});
    expect(Object.keys(timeFaults({ ...form, sendFrom: '09:59' }))).toEqual(['sendFrom']);
    expect(Object.keys(timeFaults({ ...form, sendUntil: '20:01' }))).toEqual(['sendUntil']);
    expect(Object.keys(timeFaults({ ...form, sendFrom: '12:00', sendUntil: '12:59' }))).toEqual(['sendUntil']);
    expect(Object.keys(timeFaults({ ...form, sendTime: '' }))).toEqual(['sendTime']);
  });
  it('are described, except for the hours that the law excludes', () => {
    expect(weekWords(idaho, form)).toEqual(['Monday to Saturday: 10:00 AM to 8:00 PM', 'Sunday: 12:00 PM to 8:00 PM']);
    expect(weekWords(idaho, { ...form, sendUntil: '12:00' })).toEqual([
      'Monday to Saturday: 10:00 AM to 12:00 PM',
      'Sunday: no texts',
    ]);
    const island = { ...idaho, weekday: { from: 600, to: 1080 }, sunday: null, closedOnHolidays: true };
    expect(weekWords(island, form)).toEqual([
      'Monday to Friday: 10:00 AM to 6:00 PM',
      'Saturday: 10:00 AM to 8:00 PM',
      'Sunday: no texts',
      'State holidays: no texts',
    ]);
  });
  it('determine when texts are sent if the send time is outside them', () => {
    expect(waitWords(form)).toBeUndefined();
    expect(waitWords({ ...form, sendTime: '08:00' })).toContain('sent at 10:00 AM');
    expect(waitWords({ ...form, sendTime: '20:00' })).toContain('next day');
    expect(waitWords({ ...form, sendTime: '08:00', channel: 'email' })).toBeUndefined();
  });
});
