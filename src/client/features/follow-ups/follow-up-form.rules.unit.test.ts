import { describe, expect, it } from 'vitest';
import type { FollowUpView } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { insertAt } from '../../lib/insert-at.ts';
import { daysToAsk, faultsOf, nextStep, startingForm, type StepForm, withKept } from './follow-up-form.rules.ts';

const step = (day: string, message = 'Hi {{name}}'): StepForm => ({ key: day, day, message, offer: null, done: null });
const lead = {
  email: 'dana@example.com',
  sms: { allowed: true, refusal: null, reason: null, consentAt: null },
} as LeadView;
const view: FollowUpView = {
  active: true,
  status: 'active',
  stopReason: null,
  activatedAt: '2026-11-05T15:00:00Z',
  channel: 'sms',
  steps: [
    {
      day: 1,
      message: 'One',
      offer: null,
      dueAt: '2026-11-06T17:00:00Z',
      messages: [{ channel: 'sms', status: 'delivered', reason: null }],
    },
    {
      day: 3,
      message: 'Two',
      offer: null,
      dueAt: '2026-11-08T19:00:00Z',
      messages: [{ channel: 'sms', status: 'scheduled', reason: null }],
    },
  ],
};

describe('spec:5.4 step errors', () => {
  it.each(['', '0', '-1', '1.5', 'two', '366'])('names day %j', (day) => {
    expect(Object.keys(faultsOf([step(day)]))).toEqual(['steps.0.day']);
  });
  it('requires increasing days, at the later step', () => {
    expect(faultsOf([step('3'), step('3')])).toEqual({
      'steps.1.day': 'Enter a day after 3. Each follow-up must be later than the previous one',
    });
  });
  it('names an unknown tag', () => {
    expect(faultsOf([step('1', 'Hi {{nmae}}')])['steps.0.message']).toContain('Unknown tag: {{nmae}}');
  });
  it('requires a message', () => {
    expect(faultsOf([step('1', '  ')])['steps.0.message']).toBe('Write a message');
  });
  it('finds none in the defaults', () => {
    expect(faultsOf([step('1'), step('3'), step('7')])).toEqual({});
  });
});

describe('initial values of the dialog', () => {
  it('locks only the steps that were sent', () => {
    const form = startingForm(view, lead);
    expect(form.steps.map(({ done }) => done !== null)).toEqual([true, false]);
  });
  it('unlocks every step of completed follow-ups, which start over when activated', () => {
    const form = startingForm({ ...view, status: 'done', active: false }, lead);
    expect(form.steps.every(({ done }) => done === null)).toBe(true);
    expect(form.active).toBe(true);
  });
  it('defaults to email if texts aren’t possible and nothing was saved', () => {
    const form = startingForm(
      { ...view, status: 'none', active: false },
      { ...lead, sms: { allowed: false, refusal: 'no_phone', reason: 'No phone', consentAt: null } },
    );
    expect(form).toMatchObject({ channel: 'email', active: true });
  });
  it('defaults to text if there’s no email address', () => {
    const none = { ...view, status: 'none' as const, active: false, channel: 'both' as const };
    expect(startingForm(none, { ...lead, email: null }).channel).toBe('sms');
    expect(startingForm({ ...none, status: 'draft' }, { ...lead, email: null }).channel).toBe('both');
  });
  it('restores the steps typed before a sign-in, without overwriting sent steps', () => {
    const form = startingForm(view, lead);
    const kept: unknown = JSON.parse(
      JSON.stringify({
        ...form,
        channel: 'both',
        steps: [
          { ...form.steps[0], message: 'Forged' },
          { ...form.steps[1], day: '4' },
        ],
      }),
    );
    const again = withKept(form, kept);
    expect(again.channel).toBe('both');
    expect(again.steps.map(({ day, message }) => [day, message])).toEqual([
      ['1', 'One'],
      ['4', 'Two'],
    ]);
    expect(withKept(form, 'nonsense')).toEqual(form);
  });
});

describe('steps and tags', () => {
  it('adds a step after the last, at the same interval', () => {
    expect(nextStep([step('1'), step('3'), step('7')], 'new').day).toBe('11');
    expect(nextStep([step('1')], 'new').day).toBe('5');
    expect(nextStep([step('365')], 'new').day).toBe('365');
  });
  it('requests dates only for valid days', () => {
    expect(daysToAsk([step('7'), step(''), step('1'), step('7'), step('x')])).toEqual([1, 7]);
  });
  it('inserts a tag at the cursor', () => {
    expect(insertAt('Hi , fence', '{{name}}', 3, 3)).toEqual({ text: 'Hi {{name}}, fence', caret: 11 });
    expect(insertAt('Hi', '{{name}}', 2, 2)).toEqual({ text: 'Hi {{name}}', caret: 11 });
  });
});
