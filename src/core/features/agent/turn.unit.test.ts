import { expect, it } from 'vitest';
import type { ConversationId } from '#shared/primitives/ids.ts';
import { eventsOf, textOf } from './turn.ts';

it('sends a range instead of the exact price', () => {
  const fence = { perimeter: 150, materialType: 'Vinyl', gateCount: 2 };
  const range = { lowCents: 185_000, highCents: 235_000 };
  const answer = { conversationId: 'c' as ConversationId, text: 'A price.', leadId: null, handover: null };
  const pricesOf = (price: Parameters<typeof eventsOf>[0]['prices'][number]) =>
    eventsOf({ ...answer, prices: [price] }).flatMap((event) => (event.event === 'price' ? [event.data] : []));
  expect(pricesOf({ ...fence, totalCents: 210_000, range })).toEqual([{ ...fence, range }]);
  expect(pricesOf({ ...fence, totalCents: 210_000 })).toEqual([{ ...fence, totalCents: 210_000 }]);
});

it('includes a message that was sent twice once', () => {
  const bodies = ['100 ft vinyl, one gate', 'in white', '100 ft Vinyl, one gate '];
  expect(textOf(bodies.map((body) => ({ body })))).toBe('100 ft Vinyl, one gate \nin white');
});
