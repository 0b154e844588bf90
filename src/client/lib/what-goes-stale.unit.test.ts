import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { reloadLead, reloadStale } from './what-goes-stale.ts';

let cache: QueryClient;
beforeEach(() => {
  cache = new QueryClient();
  for (const [path, input] of [
    ['leads.list', {}],
    ['leads.get', { leadId: 'one' }],
    ['leads.get', { leadId: 'two' }],
    ['payments.owed', undefined],
    ['payments.forEstimate', { estimateId: 'e' }],
    ['pricing.get', undefined],
    ['crm.deals.list', {}],
    ['team.list', undefined],
    ['messages.whole', { messageId: 'm' }],
  ] as const)
    cache.setQueryData([path.split('.'), { input, type: 'query' }], {});
  cache.setQueryData(['not a procedure'], {});
});

const stale = () =>
  cache
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey: [path, about] }) => {
      const { input } = (about ?? {}) as { input?: { leadId?: string } };
      return `${(path as string[]).join('.')} ${input?.leadId ?? ''}`.trim();
    });

test('a change of a lead makes its own data, lists and sums stale, and no other lead’s data', async () => {
  await reloadLead(cache, 'one');
  expect(stale()).toEqual(['leads.list', 'leads.get one', 'payments.owed', 'payments.forEstimate', 'crm.deals.list']);
});

test('changes of settings, deals and rights make what they’re about stale', async () => {
  await reloadStale(cache, { subjects: new Set(['settings']), leads: new Set() });
  expect(stale()).toEqual(['pricing.get']);
  await reloadStale(cache, { subjects: new Set(['crm']), leads: new Set() });
  expect(stale()).toEqual(['pricing.get', 'crm.deals.list']);
  await reloadStale(cache, { subjects: new Set(['lead', 'crm', 'settings', 'rights']), leads: null });
  expect(stale()).toHaveLength(8);
});

test('a first load that began before the change is repeated, because its answer may be older', async () => {
  const first = Promise.withResolvers<string>();
  let asked = 0;
  const screen = new QueryObserver(cache, {
    queryKey: [['leads', 'summary'], { type: 'query' }],
    queryFn: () => {
      asked += 1;
      return asked === 1 ? first.promise : 'new';
    },
  });
  const close = screen.subscribe(() => undefined);
  const reloaded = reloadLead(cache, 'one');
  first.resolve('old');
  await reloaded;
  expect([asked, screen.getCurrentResult().data]).toEqual([2, 'new']);
  close();
});
