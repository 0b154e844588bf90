import { describe, expect, it } from 'vitest';
import { timelineKindSchema } from '#shared/features/leads/leads.schema.ts';
import { detailsText, dimensionWidth, newLeadsText, shortAddress } from './lead-words.ts';
import { tellEvent } from './timeline-words.ts';

describe('a lead in words', () => {
  it('names material and gates as a person would', () => {
    expect(detailsText({ materialType: 'Vinyl', gateCount: 1 })).toBe('Vinyl, 1 gate');
    expect(detailsText({ materialType: 'Vinyl', gateCount: 0 })).toBe('Vinyl, no gates');
  });

  it('keeps street and town of an address, and leaves one without a state alone', () => {
    expect(shortAddress('2217 Sagebrush Ln, Boise, ID 83709')).toBe('2217 Sagebrush Ln, Boise');
    expect(shortAddress('90 Orchard Rd')).toBe('90 Orchard Rd');
  });

  it('draws dimension lines to scale, full from 320 ft', () => {
    expect([62, 184, 320, 9_000].map(dimensionWidth)).toEqual([56, 77, 100, 100]);
  });

  it('counts in words up to ten', () => {
    expect(newLeadsText(1)).toBe('One new lead waits for you.');
    expect(newLeadsText(12)).toBe('12 new leads wait for you.');
  });
});

describe('the timeline in words', () => {
  const context = { firstName: 'Tom', zone: 'America/Boise' };

  it('has words for every kind, even where an old row carries nothing', () => {
    for (const kind of timelineKindSchema.options)
      expect(tellEvent({ kind, data: {} }, context).title).toMatch(/^[A-Z]/);
  });

  it('tells an estimate with its number, a view with its count and a question in the homeowner’s own words', () => {
    const sent = { number: 'EST-0041AB-7730', totalCents: 172_776, version: 1 };
    expect(tellEvent({ kind: 'estimate_sent', data: sent }, context)).toEqual({
      who: 'us',
      title: 'You sent estimate EST-0041AB-7730',
      detail: '$1,727.76',
    });
    expect(tellEvent({ kind: 'estimate_viewed', data: { count: 2 } }, context).detail).toBe('For the second time');
    expect(tellEvent({ kind: 'question', data: { text: 'When?' } }, context)).toMatchObject({
      said: 'When?',
      asks: true,
    });
  });

  it('names which text failed and why', () => {
    const data = { channel: 'sms', kind: 'Follow-up', step: 2, reason: 'The number is a landline' };
    expect(tellEvent({ kind: 'message_failed', data }, context)).toEqual({
      who: 'off',
      title: 'Follow-up text 2 failed',
      detail: 'The number is a landline',
    });
  });
});
