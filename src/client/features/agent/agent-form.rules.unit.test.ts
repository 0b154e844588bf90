import { describe, expect, test } from 'vitest';
import { type AgentSettings, agentSettingsInput } from '#shared/features/agent/agent.schema.ts';
import { agentFaults, agentFormOf, agentSettingsOf } from './agent-form.rules.ts';

const stored: AgentSettings = {
  widget: true,
  estimatePage: false,
  sms: 'draft',
  email: 'off',
  hours: 'closed',
  openHours: [
    { day: 1, from: '08:00', to: '12:00' },
    { day: 1, from: '13:00', to: '17:00' },
    { day: 5, from: '09:00', to: '15:00' },
  ],
  tone: 'Friendly',
  forbiddenTopics: '',
  monthlyBudgetCents: 2_050,
};

describe('the sales agent form', () => {
  test('saves the stored settings if nothing was changed', () => {
    expect(agentSettingsOf(agentFormOf(stored), stored)).toEqual(stored);
    expect(agentFaults(agentFormOf(stored))).toEqual({});
  });

  test('closes a day, which removes all its hours, and opens another day', () => {
    const form = { ...agentFormOf(stored), 'from.1': '', 'to.1': '', 'from.6': '10:00', 'to.6': '14:00' };
    const saved = agentSettingsOf(form, stored);
    expect(saved.openHours).toEqual([
      { day: 5, from: '09:00', to: '15:00' },
      { day: 6, from: '10:00', to: '14:00' },
    ]);
    expect(agentSettingsInput.safeParse(saved).success).toBe(true);
  });

  test.each([
    [{ 'from.1': '' }, 'from.1'],
    [{ 'to.5': '' }, 'to.5'],
    [{ 'to.5': '08:00' }, 'to.5'],
    [{ budget: '' }, 'budget'],
    [{ budget: 'much' }, 'budget'],
    [{ budget: '-1' }, 'budget'],
    [{ budget: '10,000.01' }, 'budget'],
    [{ tone: 'x'.repeat(301) }, 'tone'],
  ])('%j is an error in %s', (change, field) => {
    expect(Object.keys(agentFaults({ ...agentFormOf(stored), ...change }))).toEqual([field]);
  });

  test('accepts a budget with a dollar sign and a comma', () => {
    const form = { ...agentFormOf(stored), budget: '$1,250.50' };
    expect(agentFaults(form)).toEqual({});
    expect(agentSettingsOf(form, stored).monthlyBudgetCents).toBe(125_050);
  });
});
