import { describe, expect, it } from 'vitest';
import { connectStep } from './requirement.words.ts';

describe('the next step for an account that can’t take payments', () => {
  it.each([
    [null, [], 'finish'],
    ['requirements.past_due', ['individual.id_number'], 'finish'],
    ['platform_gone', [], 'reconnect'],
    ['under_review', [], 'wait'],
    ['under_review', ['individual.id_number'], 'finish'],
    ['requirements.pending_verification', [], 'wait'],
    ['rejected.fraud', [], 'wait'],
    ['action_required.requested_capabilities', [], 'finish'],
  ])('with the reason %s and %j due, it is %s', (reason, due, step) => {
    expect(connectStep(reason, due)).toBe(step);
  });
});
