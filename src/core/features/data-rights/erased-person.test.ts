import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InboundMailLab, raw, startInboundMailLab } from '../../../../test/inbound-mail.ts';

let lab: InboundMailLab;

beforeAll(async () => {
  lab = await startInboundMailLab();
});
afterAll(() => lab.close());

test('an erased person gets nothing that was due, and their later email isn’t stored', async () => {
  const { company, lead, replyTo, caller } = await lab.person();
  const before = lab.mails(lead.email).length;
  await caller.messages.send({ leadId: lead.id, channel: 'email', text: 'Bye', idempotencyKey: crypto.randomUUID() });
  await caller.leads.erase({ leadId: lead.id });
  await lab.drain(company);
  lab.app.clock.set(new Date(lab.app.clock.now().getTime() + 3 * 86_400_000).toISOString());
  await lab.drain(company);
  expect(lab.mails(lead.email)).toHaveLength(before);
  expect(await lab.fateOf(raw({ to: replyTo, from: lead.email }))).toBe('not ours');
  expect((await lab.thread(lead, company)).filter(({ text }) => text !== '')).toEqual([]);
});

test('a text from an erased person’s phone doesn’t come back to their lead', async () => {
  const { company, lead, caller } = await lab.person(undefined, { phone: '+12085550141' });
  await caller.leads.erase({ leadId: lead.id });
  await lab.reply('+12085550141', 'Hello again');
  expect((await lab.thread(lead, company)).map(({ text }) => text).join('')).not.toContain('Hello again');
  await lab.reply('+12085550141', 'STOP');
  const again = await caller.leads.create({ name: 'New', phone: '+12085550141', smsConsent: { method: 'written' } });
  expect(again.sms.allowed).toBe(false);
});
