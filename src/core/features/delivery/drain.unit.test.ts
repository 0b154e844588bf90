import { expect, test } from 'vitest';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { ClaimedRow } from './delivery.ts';
import { createClaimedQueue } from './drain.ts';

const rowOf = (id: string, more: Partial<Pick<ClaimedRow, 'kind' | 'channel' | 'recipient'>> = {}): ClaimedRow => ({
  kind: 'follow-up',
  id,
  companyId: 'company' as CompanyId,
  leadId: null,
  channel: 'email',
  recipient: `recipient of ${id}`,
  dueAt: new Date(0),
  attempts: 1,
  claimedUntil: new Date(0),
  ...more,
});
const text = (id: string) => rowOf(id, { channel: 'sms' });
const typed = (id: string) => rowOf(id, { kind: 'message.typed' });

test('takes follow-up emails together and other messages individually, one per recipient', () => {
  const queue = createClaimedQueue();
  const rows = [rowOf('1'), typed('2'), rowOf('3'), rowOf('4', { recipient: 'recipient of 1' }), rowOf('5'), text('6')];
  queue.add(rows, Infinity);
  const ids: string[][] = [];
  for (let ready = queue.ready(2); ready > 0; ready = queue.ready(2)) {
    const taken = queue.take(2);
    expect(taken).toHaveLength(ready);
    ids.push(taken.map(({ id }) => id));
  }
  expect(ids).toEqual([['1', '3'], ['2'], ['5'], ['6']]);
  queue.done(rows.slice(0, 1));
  expect(queue.take(2).map(({ id }) => id)).toEqual(['4']);
  expect(queue.count()).toBe(0);
});

test('never takes a later message before an earlier one to the same recipient', () => {
  const queue = createClaimedQueue();
  const of = { recipient: 'Dana' };
  queue.add([rowOf('1'), rowOf('2', { kind: 'message.typed', ...of }), rowOf('3', of)], Infinity);
  expect(queue.take(3).map(({ id }) => id)).toEqual(['1']);
  const second = queue.take(3);
  expect(second.map(({ id }) => id)).toEqual(['2']);
  expect(queue.take(3)).toEqual([]);
  queue.done(second);
  expect(queue.take(3).map(({ id }) => id)).toEqual(['3']);
});
