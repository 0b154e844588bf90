import { describe, expect, it } from 'vitest';
import type { FollowUpView } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { plannedSteps } from './planned-steps.ts';

type Status = FollowUpView['steps'][number]['messages'][number]['status'];

const schedule = (statuses: Status[], change: Partial<FollowUpView> = {}): FollowUpView => ({
  active: true,
  status: 'active',
  stopReason: null,
  activatedAt: '2026-11-02T17:00:00Z',
  channel: 'sms',
  steps: statuses.map((status, index) => ({
    day: index + 1,
    message: 'Hi',
    offer: null,
    dueAt: `2026-11-0${index + 3}T17:00:00Z`,
    messages: [{ channel: 'sms', status, reason: null }],
  })),
  ...change,
});

describe('remaining steps of follow-ups', () => {
  it('shows upcoming steps, latest on top', () => {
    expect(plannedSteps(schedule(['delivered', 'scheduled', 'scheduled'])).map(({ title }) => title)).toEqual([
      'Text 3 of 3',
      'Text 2 of 3',
    ]);
  });

  it('explains why a step waits', () => {
    const waiting = schedule(['scheduled']);
    const [step] = waiting.steps;
    if (step) step.messages = [{ channel: 'sms', status: 'scheduled', reason: 'The text service is not answering' }];
    expect(plannedSteps(waiting)).toMatchObject([{ kind: 'due', reason: 'The text service is not answering' }]);
  });

  it('shows canceled steps in one line, with the reason', () => {
    const stopped = schedule(['delivered', 'cancelled', 'cancelled'], {
      status: 'stopped',
      stopReason: 'Tom wrote to you.',
    });
    expect(plannedSteps(stopped)).toEqual([
      { kind: 'off', title: 'Texts 2 and 3 won’t be sent', dueAt: null, reason: 'Tom wrote to you.' },
    ]);
  });

  it('keeps a step that will still be sent on one of two channels', () => {
    const both = schedule(['scheduled'], { channel: 'both' });
    both.steps[0]?.messages.push({ channel: 'sms', status: 'skipped', reason: 'No phone number' });
    expect(plannedSteps(both).map(({ kind, title }) => [kind, title])).toEqual([['due', 'Text and email 1 of 1']]);
  });

  it('shows no steps for a draft', () => expect(plannedSteps(schedule(['draft'], { status: 'draft' }))).toEqual([]));
});
