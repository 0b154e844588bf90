import type { EstimateLine } from '#shared/features/pricing/line-view.ts';
import { describe, expect, it } from 'vitest';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import {
  type AnyTimelineData,
  type ReadEvent,
  type TalkResult,
  type TimelineKind,
  readTimelineEvent,
  timelineKindSchema,
} from '#shared/features/timeline/timeline.schema.ts';
import {
  awaitingText,
  detailsText,
  dimensionWidth,
  newestFact,
  inWords,
  shortAddress,
  stepAfterEstimate,
} from './lead-words.ts';
import { tellEvent } from './timeline-words.ts';

describe('lead wording', () => {
  it('names material and gates naturally', () => {
    expect(detailsText({ materialType: 'Vinyl', gateCount: 1 })).toBe('Vinyl, 1 gate');
    expect(detailsText({ materialType: 'Vinyl', gateCount: 0 })).toBe('Vinyl, no gates');
  });

  it('shortens a street address to the street and city, and keeps one without a US state unchanged', () => {
    expect(shortAddress('2217 Sagebrush Ln, Boise, ID 83709')).toBe('2217 Sagebrush Ln, Boise');
    expect(shortAddress('90 Orchard Rd')).toBe('90 Orchard Rd');
  });

  it('draws dimension lines to scale, at full width from 320 ft', () => {
    expect([62, 184, 320, 9_000].map(dimensionWidth)).toEqual([56, 77, 100, 100]);
  });

  it('spells out counts up to ten, and names the lead if only one is waiting for an answer', () => {
    expect([1, 12, 2_000].map(inWords)).toEqual(['One', '12', '2,000']);
    const tom = { name: 'Tom Hadley', answer: 'question' as const };
    expect([1, 2, 3].map((count) => awaitingText(tom, count))).toEqual([
      'Tom Hadley asked you a question',
      'Two leads are waiting for an answer',
      'Three leads are waiting for an answer',
    ]);
    expect(awaitingText({ ...tom, answer: 'reply' }, 1)).toBe('Tom Hadley wrote to you');
    expect(awaitingText(tom, 2_001)).toBe('2,001 leads are waiting for an answer');
  });
});

describe('a lead’s next step', () => {
  const step = (change: Partial<LeadView>, takesVisits = true) =>
    stepAfterEstimate({ awaitsAnswer: null, unread: 0, estimateStatus: null, ...change }, takesVisits)?.words;

  it('is an answer to an unread message, then the deposit and a visit, and otherwise the estimate', () => {
    expect(step({ awaitsAnswer: 'question' })).toBe('Answer');
    expect(step({ unread: 1, estimateStatus: 'declined' })).toBe('Answer');
    expect(step({ estimateStatus: 'accepted' })).toBe('Collect deposit');
    expect(step({ estimateStatus: 'deposit_paid' })).toBe('Book visit');
    expect(step({ estimateStatus: 'deposit_paid' }, false)).toBeUndefined();
    expect(step({ estimateStatus: 'paid' })).toBeUndefined();
  });
});

describe('the line under a badge', () => {
  const zone = 'America/Boise';
  const now = new Date('2026-11-05T17:00:00Z');
  const fact = (change: Partial<LeadView>, alone = false) =>
    newestFact(
      {
        source: 'widget',
        createdAt: '2026-11-05T14:42:00Z',
        outcome: null,
        outcomeReason: null,
        awaitsAnswer: null,
        estimateStatus: null,
        followUpStatus: 'none',
        nextFollowUp: null,
        ...change,
      } as LeadView,
      { zone, now, alone },
    );
  const next = { channel: 'sms' as const, dueAt: '2026-11-06T17:00:00Z' };

  it.each<[string, Partial<LeadView>]>([
    ['Widget, 7:42 AM', {}],
    ['Not opened yet', { estimateStatus: 'sent' }],
    ['Viewed', { estimateStatus: 'viewed', followUpStatus: 'done' }],
    ['Next text tomorrow', { estimateStatus: 'viewed', followUpStatus: 'active', nextFollowUp: next }],
    ['Next text Mon 10:00 AM', { nextFollowUp: { ...next, dueAt: '2026-11-09T17:00:00Z' } }],
    ['Next email today 2:30 PM', { nextFollowUp: { channel: 'email', dueAt: '2026-11-05T21:30:00Z' } }],
    ['Accepted, deposit due', { estimateStatus: 'accepted', nextFollowUp: next }],
    ['Asked a question', { estimateStatus: 'accepted', awaitsAnswer: 'question' }],
    ['Waiting for your decision', { followUpStatus: 'stopped', awaitsAnswer: 'reply', awaitsDecision: true }],
    ['Replied, follow-ups off', { followUpStatus: 'stopped', awaitsAnswer: 'reply' }],
    ['Lost: price', { outcome: 'lost', outcomeReason: 'price', awaitsAnswer: 'reply' }],
    ['Won', { outcome: 'won', estimateStatus: 'paid' }],
    ['Payment was refunded', { outcome: 'won', estimateStatus: 'refunded' }],
    ['Part was refunded', { estimateStatus: 'refunded', receivedCents: 50_000, refundedCents: 20_000 }],
    ['Payment was refunded', { estimateStatus: 'refunded', receivedCents: 50_000, refundedCents: 50_000 }],
    ['Payment is disputed', { estimateStatus: 'disputed', awaitsAnswer: 'question' }],
  ])('is ‘%s’: facts that need attention come first', (text, change) => expect(fact(change)).toBe(text));

  it.each([
    ['Widget, 7:42 AM', '2026-11-05T14:42:00Z'],
    ['Widget, yesterday, 7:42 AM', '2026-11-04T14:42:00Z'],
    ['Widget, Nov 2, 7:42 AM', '2026-11-02T14:42:00Z'],
  ])('is ‘%s’ where no date is beside it', (text, createdAt) => {
    expect(fact({ createdAt }, true)).toBe(text);
    expect(fact({ createdAt })).toBe('Widget, 7:42 AM');
  });
});

describe('timeline wording', () => {
  const context = { firstName: 'Tom', zone: 'America/Boise' };

  it('describes every kind of event, even if an old event has no data', () => {
    for (const kind of timelineKindSchema.options)
      expect(tellEvent(readTimelineEvent({ kind, data: {} }), context).title).toMatch(/^[A-Z]/);
  });

  it('names a recorded check’s number as such', () => {
    const data = { number: 'EST-1', what: 'full', totalCents: 50_000, byHand: true, reference: '1042' } as const;
    expect(tellEvent({ kind: 'payment', data: { ...data, method: 'check' } }, context).detail).toBe(
      '$500.00, check no. 1042',
    );
    expect(tellEvent({ kind: 'payment', data: { ...data, method: 'other' } }, context).detail).toBe('$500.00, 1042');
  });

  it('shows an estimate with its number, a view with its count and a question verbatim', () => {
    const sent = { number: 'EST-0041AB-7730', totalCents: 172_776, version: 1 };
    expect(tellEvent({ kind: 'estimate_sent', data: sent }, context)).toEqual({
      who: 'us',
      title: 'You sent estimate EST-0041AB-7730',
      detail: '$1,727.76',
    });
    const line = {
      label: 'Vinyl fence',
      quantity: 98,
      unit: 'foot',
      unitCents: 1_762,
      totalCents: 172_676,
      kind: 'run',
    };
    const lines = [line as EstimateLine];
    expect(tellEvent({ kind: 'estimate_sent', data: { ...sent, lines } }, context).lines).toEqual(lines);
    expect(tellEvent({ kind: 'estimate_accepted', data: { ...sent, signedBy: 'Tom', lines } }, context).lines).toEqual(
      lines,
    );
    // The lines of one option would look like those of all.
    expect(tellEvent({ kind: 'estimate_sent', data: { ...sent, options: 2, lines } }, context).lines).toBeUndefined();
    expect(tellEvent({ kind: 'estimate_viewed', data: { count: 2 } }, context).detail).toBe('For the second time');
    expect(tellEvent({ kind: 'question', data: { text: 'When?' } }, context)).toMatchObject({
      said: 'When?',
      asks: true,
    });
  });

  it.each<[TalkResult | undefined, string | undefined]>([
    [undefined, undefined],
    [{ priceCents: null, handedOver: false, won: false, costMicros: 0 }, undefined],
    [{ priceCents: 354_208, handedOver: false, won: false, costMicros: 0 }, 'Price given: $3,542.08'],
    [{ priceCents: null, handedOver: true, won: false, costMicros: 300 }, 'Handed over to you, cost under 1¢'],
    [
      { priceCents: 354_208, handedOver: true, won: true, costMicros: 20_400 },
      'Price given: $3,542.08, handed over to you, won, cost $0.02',
    ],
  ])('describes the result and cost of a conversation with the sales agent (%j)', (result, detail) => {
    const data = { conversationId: 'one', channel: 'widget', result } as const;
    expect(tellEvent({ kind: 'agent_talk', data }, context)).toMatchObject({
      title: 'Talked with the sales agent on your website',
      detail,
    });
  });

  it('explains why a reply needs a decision, until the contractor decides', () => {
    const event = { kind: 'reply_received', data: { text: 'No more', reason: 'Read it and decide.' } } as const;
    expect([true, false].map((open) => tellEvent(event, { ...context, open }).detail)).toEqual([
      'Read it and decide.',
      undefined,
    ]);
  });

  it('always explains what to do about an unreadable email', () => {
    const data = { channel: 'email', text: '', reason: 'Ask for it again.', unreadable: true } as const;
    expect(tellEvent({ kind: 'reply_received', data }, context)).toMatchObject({
      title: 'Tom wrote an email',
      detail: 'Ask for it again.',
    });
  });

  it.each<[TimelineKind, AnyTimelineData, [title: string, detail?: string, said?: string]]>([
    [
      'opted_out',
      { channel: 'sms', source: 'contractor', by: 'Dana Ruiz' },
      ['Tom opted out of texts', 'Recorded by Dana Ruiz'],
    ],
    [
      'lead_created',
      { source: 'widget', perimeter: 184, materialType: 'Vinyl', gateCount: 1, notes: 'Dog in the yard' },
      ['Asked for a price in your widget', '184 ft, Vinyl, 1 gate', 'Dog in the yard'],
    ],
    ['note', { text: 'Marked lost: price', outcome: 'lost', reason: 'price' }, ['Marked as lost', 'price']],
    ['note', { text: 'Opened again', outcome: 'reopened' }, ['Reopened']],
    ['note', { text: 'Call after 5' }, ['Private note', 'Call after 5']],
    ['note', { text: 'Asked again', automatic: true }, ['Note', 'Asked again']],
    [
      'estimate_accepted',
      { number: 'EST-0041AB-7730', totalCents: 172_776, signedBy: 'Tom Hadley', option: 'Vinyl' },
      ['Accepted estimate EST-0041AB-7730', '$1,727.76, Vinyl, signed by Tom Hadley'],
    ],
    ['estimate_declined', { reason: 'Too dear' }, ['Declined the estimate', undefined, 'Too dear']],
    [
      'estimate_changed',
      { number: 'EST-0041AB-7730-C1', change: 'signed', netCents: 87_000, totalCents: 572_000, signedBy: 'Tom Hadley' },
      ['Signed change EST-0041AB-7730-C1', '+$870.00, new total $5,720.00, signed by Tom Hadley'],
    ],
    [
      'estimate_changed',
      { number: 'EST-0041AB-7730-C2', change: 'credited', netCents: -10_000, totalCents: 562_000 },
      ['Credited change EST-0041AB-7730-C2', '−$100.00, new total $5,620.00'],
    ],
    ['estimate_changed', { change: 'declined', reason: 'Too dear' }, ['Declined a change', undefined, 'Too dear']],
    ['payment', { what: 'deposit', totalCents: 86_388 }, ['Paid the deposit, $863.88']],
    [
      'payment',
      { totalCents: 86_388, outcome: 'failed', reason: 'Card declined' },
      ['A payment failed', '$863.88, Card declined'],
    ],
    ['refund', { totalCents: 86_388 }, ['Refunded $863.88']],
    ['dispute', { totalCents: 86_388, outcome: 'opened' }, ['Disputed the payment of $863.88', 'respond in Stripe']],
    ['dispute', { totalCents: 86_388, outcome: 'lost' }, ['You lost the dispute', '$863.88 was returned to Tom.']],
    ['message_sent', { channel: 'sms', kind: 'follow-up', step: 1, body: 'Hi' }, ['Follow-up text 1 was sent', 'Hi']],
    ['opted_out', { channel: 'sms', words: 'STOP' }, ['Tom opted out of texts', undefined, 'STOP']],
    [
      'opted_out',
      { channel: 'email', source: 'soft_bounces' },
      ['Email to Tom is paused', 'Three emails bounced within 72 hours.'],
    ],
    ['opted_in', { channel: 'email', source: 'soft_bounces' }, ['Email to Tom was turned back on']],
  ])('describes %s %o in a sentence', (kind, data, [title, detail, said]) => {
    const words = tellEvent({ kind, data } as ReadEvent, context);
    expect([words.title, words.detail, words.said]).toEqual([title, detail, said]);
  });

  it('names the failed text and the reason', () => {
    const data = { channel: 'sms', kind: 'Follow-up', step: 2, reason: 'The number is a landline' } as const;
    expect(tellEvent({ kind: 'message_failed', data }, context)).toEqual({
      who: 'off',
      title: 'Follow-up text 2 failed',
      detail: 'The number is a landline',
    });
  });
});
