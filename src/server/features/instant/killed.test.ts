import { afterAll, beforeAll, expect, test } from 'vitest';
import { settlePending } from '#core/features/instant/settle-pending.ts';
import { takeRequest } from '#core/features/instant/take-request.ts';
import { chooseVisitTime, readVisitPage } from '#core/features/visits/homeowner-visit.ts';
import { widgetLeadInput } from '#shared/features/widget/widget.schema.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { instantYard, type InstantYard } from '../../../../test/instant.ts';
import { EVERY, killAtEach } from '../../../../test/kill-at-each.ts';
import { VISIT_WEEK } from '../../../../test/visits.ts';
import { widgetPosts } from '../../../../test/widget-posts.ts';

// Stops what a homeowner started before each of its statements, commits included, as a kill would. The homeowner or the
// worker's sweep then goes on. `test/processes/instant.process.test.ts` kills real processes, at random.

const NOW = '2026-11-28T19:00:00.000Z';

let app: TestApp;
let yard: InstantYard;
beforeAll(async () => {
  app = await startTestApp({ now: NOW, env: { TRUST_PROXY: 'loopback' } });
  yard = await instantYard(app);
  await yard.caller.visits.updateSettings({ ...VISIT_WEEK, maxPerDay: 50 });
});
afterAll(() => app.close());

const factsOf = async (leadId: LeadId) => {
  const rows = (table: 'estimates' | 'visits' | 'quota_ledger') =>
    app.deps.system.selectFrom(table).select('id').where('lead_id', '=', leadId).execute();
  const mails = await app.deps.system
    .selectFrom('messages')
    .select('kind')
    .where('lead_id', '=', leadId)
    .where('channel', '=', 'email')
    .where('kind', 'in', ['estimate.sent', 'visit.booked', 'visit.notice'])
    .orderBy('kind')
    .execute();
  return {
    estimates: (await rows('estimates')).length,
    quotes: (await rows('quota_ledger')).length,
    visits: (await rows('visits')).length,
    mails: mails.map(({ kind }) => kind),
  };
};
const SENT = { estimates: 1, quotes: 1, visits: 0, mails: ['estimate.sent'] };

test('a request that is killed anywhere gets one estimate with one quote and one email', async () => {
  let body = {};
  let person = 0;
  const kills = await killAtEach(
    app,
    (deps) => {
      body = widgetPosts(app).lead(yard.company, { zip: '83702' });
      const facts = { ip: `10.9.${(person += 1)}.1`, userAgent: '', origin: undefined };
      return takeRequest(deps, widgetLeadInput.parse(body), facts, () => Promise.resolve());
    },
    async () => {
      // The sweep comes first or the homeowner does. The widget repeats the request with the same key.
      if (person % 2 === 0) await settlePending(app.deps);
      const { leadId } = await widgetPosts(app).taken(body, `10.9.${person}.1`);
      await settlePending(app.deps);
      expect([person, await factsOf(leadId as LeadId)]).toEqual([person, SENT]);
    },
  );
  expect(kills).toBeGreaterThan(40 / EVERY);
});

test('a visit whose booking is killed anywhere is booked once with one email, or not at all', async () => {
  let visit = { token: '', leadId: '' as LeadId, startsAt: new Date() };
  const kills = await killAtEach(
    app,
    async (deps) => {
      const { leadId, estimate } = await widgetPosts(app).taken(widgetPosts(app).lead(yard.company, { zip: '83702' }));
      const token = estimate?.url?.split('/').at(-1) ?? '';
      const [slot = ''] = (await readVisitPage(app.deps, token))?.slots ?? [];
      visit = { token, leadId: leadId as LeadId, startsAt: new Date(slot) };
      return chooseVisitTime(deps, visit);
    },
    async () => {
      const { token, leadId } = visit;
      const isBooked = (await readVisitPage(app.deps, token))?.visit !== null;
      const mails = isBooked ? ['estimate.sent', 'visit.booked', 'visit.notice'] : ['estimate.sent'];
      expect(await factsOf(leadId)).toEqual({ ...SENT, visits: isBooked ? 1 : 0, mails });
      if (!isBooked) await chooseVisitTime(app.deps, visit);
      expect(await factsOf(leadId)).toMatchObject({
        visits: 1,
        mails: ['estimate.sent', 'visit.booked', 'visit.notice'],
      });
    },
  );
  expect(kills).toBeGreaterThan(15 / EVERY);
});
