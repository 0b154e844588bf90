import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { dueFollowUp, onlyFollowUp } from '../../../../test/due-follow-up.ts';
import { manyDueMails } from '../../../../test/many-due-mails.ts';
import type { DeliveryDeps } from './delivery.ts';
import { drainMessages } from './drain.ts';
import { createLimits } from './limits.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());

/** Creates a mailer that calls `meanwhile` once, just before an email is marked 'sending'. */
function mailsAfter(meanwhile: () => Promise<unknown>): DeliveryDeps['mails'] {
  let left = 1;
  return {
    ...lab.deps.mails,
    send: (mail, begin) =>
      lab.deps.mails.send(mail, async () => {
        if ((left -= 1) >= 0) await meanwhile();
        return begin();
      }),
  };
}

const byMail = { schedule: { channel: 'email' }, row: { channel: 'email' } } as const;

/** Creates a mailer whose worker dies while the mail server isn't answering. */
const silent = (then: (begin: () => Promise<boolean>) => Promise<unknown>): DeliveryDeps['mails'] => ({
  ...lab.deps.mails,
  send: async (_mail, begin) => {
    await then(begin);
    return new Promise(() => undefined);
  },
});

const lapseClaims = (id: string) =>
  sql`update follow_up_messages set claimed_until = '2020-01-01' where id = ${id}`.execute(lab.app.deps.system);

test('a lead that changes after the check gets one email, with the new values', async () => {
  const { company, lead } = await dueFollowUp(lab, byMail);
  const email = `new-${lead.email}`;
  const mails = mailsAfter(() =>
    lab.app.deps.system.updateTable('leads').set({ email, name: 'Robin' }).where('id', '=', lead.id).execute(),
  );
  await drainMessages({ ...lab.deps, mails }, company.id);
  await lab.drain(company);
  expect(lab.mails(lead.email)).toEqual([]);
  expect(lab.mails(email).map(({ text }) => text.includes('Hi Robin'))).toEqual([true]);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'sent', attempts: 1 });
});

test('an email canceled after its check isn’t sent and doesn’t become unknown', async () => {
  const { company, lead } = await dueFollowUp(lab, byMail);
  const caller = await lab.app.callerFor(company);
  const mails = mailsAfter(() => caller.leads.update({ leadId: lead.id, outcome: 'lost' }));
  await drainMessages({ ...lab.deps, mails }, company.id);
  await lab.drain(company);
  expect(lab.mails(lead.email)).toEqual([]);
  expect(['cancelled', 'skipped']).toContain((await onlyFollowUp(lab, company)).status);
});

test('an email that another worker has sent in the meantime isn’t resent', async () => {
  const { company, lead } = await dueFollowUp(lab, byMail);
  const { id } = await onlyFollowUp(lab, company);
  const mails = mailsAfter(async () => {
    await lapseClaims(id);
    await drainMessages({ ...lab.deps, limits: createLimits() }, company.id);
  });
  await drainMessages({ ...lab.deps, mails }, company.id);
  expect(lab.mails(lead.email)).toHaveLength(1);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'sent', attempts: 1 });
});

test('if a worker dies while the server is silent, no email becomes unknown, and the next worker sends all of them', async () => {
  const company = await lab.app.a.company();
  const addresses = await manyDueMails(lab.app.deps.system, company, { count: 30, due: lab.app.clock.now() });
  const timings = { ...lab.deps.timings, leaseMs: 1_000 };
  let asked = 0;
  const mails = silent(() => Promise.resolve((asked += 1)));
  void drainMessages({ ...lab.deps, mails, timings, limits: createLimits() }, company.id);
  await expect.poll(() => asked, { timeout: 10_000 }).toBe(10);
  const next = { ...lab.deps, limits: createLimits() };
  const states = async () => {
    await drainMessages(next, company.id);
    return [...new Set((await lab.followUps(company)).map(({ status, attempts }) => `${status} ${attempts}`))];
  };
  await expect.poll(states, { timeout: 15_000, interval: 100 }).toEqual(['sent 1']);
  expect(addresses.map((address) => lab.mails(address).length)).toEqual(addresses.map(() => 1));
});

test('if a worker dies after recording only an email’s acceptance, the next worker records the rest', async () => {
  const { company, lead } = await dueFollowUp(lab, byMail);
  const { id } = await onlyFollowUp(lab, company);
  const dead = Promise.withResolvers<void>();
  const mails = silent(async (begin) => {
    expect(await begin()).toBe(true);
    await sql`update follow_up_messages set provider_id = '<taken@picket.test>', sent_at = now()
      where id = ${id}`.execute(lab.app.deps.system);
    dead.resolve();
  });
  void drainMessages({ ...lab.deps, mails, limits: createLimits() }, company.id);
  await dead.promise;
  await lapseClaims(id);
  await lab.drain(company);
  expect(lab.mails(lead.email)).toEqual([]);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'sent', provider_id: '<taken@picket.test>' });
  const caller = await lab.app.callerFor(company);
  const { items } = await caller.messages.thread({ leadId: lead.id });
  expect(items).toMatchObject([{ channel: 'email', state: 'sent' }]);
});
