import { expect, test } from 'vitest';
import type { ClaimedRow } from './delivery.ts';
import { lineUp } from './drain-company.ts';

const rowOf = (id: string, more: Partial<ClaimedRow> = {}): ClaimedRow => ({
  table: 'follow_up_messages',
  id,
  companyId: 'company' as ClaimedRow['companyId'],
  leadId: null,
  channel: 'email',
  recipient: `recipient of ${id}`,
  dueAt: new Date(0),
  attempts: 1,
  claimedUntil: new Date(0),
  ...more,
});
const text = (id: string) => rowOf(id, { channel: 'sms' });
const typed = (id: string) => rowOf(id, { table: 'outbox' });

test('takes follow-up emails together and other messages individually, one per recipient', () => {
  const line = lineUp();
  const rows = [rowOf('1'), typed('2'), rowOf('3'), rowOf('4', { recipient: 'recipient of 1' }), rowOf('5'), text('6')];
  line.add(rows, Infinity);
  const ids: string[][] = [];
  for (let ready = line.ready(2); ready > 0; ready = line.ready(2)) {
    const taken = line.take(2);
    expect(taken).toHaveLength(ready);
    ids.push(taken.map(({ id }) => id));
  }
  expect(ids).toEqual([['1', '3'], ['2'], ['5'], ['6']]);
  line.done(rows.slice(0, 1));
  expect(line.take(2).map(({ id }) => id)).toEqual(['4']);
  expect(line.count()).toBe(0);
});

test('never takes a later message before an earlier one to the same recipient', () => {
  const line = lineUp();
  const of = { recipient: 'Dana' };
  line.add([rowOf('1'), rowOf('2', { table: 'outbox', ...of }), rowOf('3', of)], Infinity);
  expect(line.take(3).map(({ id }) => id)).toEqual(['1']);
  const second = line.take(3);
  expect(second.map(({ id }) => id)).toEqual(['2']);
  expect(line.take(3)).toEqual([]);
  line.done(second);
  expect(line.take(3).map(({ id }) => id)).toEqual(['3']);
});
