import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answerReplies } from '#core/features/agent/replies/answer-replies.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { type InboundMailLab, NOON, raw, startInboundMailLab } from '../../../../test/inbound-mail.ts';

let lab: InboundMailLab;
beforeAll(async () => {
  lab = await startInboundMailLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(NOON));

/** What the worker does some seconds later. */
async function answer(company: CompanyRow): Promise<void> {
  lab.app.clock.advance(25 * SECOND);
  await answerReplies({ ...lab.app.deps, config: lab.app.config, clock: lab.app.clock }, company.id);
  await lab.drain(company);
}

test('an email is answered in its thread, and the first answer says first that it is automated', async () => {
  const { company, lead, replyTo, caller } = await lab.person();
  await caller.agent.updateSettings({ email: 'auto' });
  const before = lab.mails(lead.email).length;
  const text = 'Can a person call me about this?';
  await lab.post(
    raw({ to: replyTo, from: lead.email, subject: 'RE: Your fence', id: '<agent-asked@example.com>', text }),
  );
  await answer(company);
  await answer(company);
  const sent = lab.mails(lead.email).slice(before);
  // no instant reply to a request either: the answer is in the thread
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ subject: 'Re: Your fence' });
  expect(sent[0]?.headers?.['in-reply-to']).toBe('<agent-asked@example.com>');
  expect(sent[0]?.text).toMatch(/^Hi, I’m Acme Fence’s automated assistant\./);
});

test('an email that someone else sent to the lead’s address is left to the contractor', async () => {
  const { company, replyTo, caller } = await lab.person();
  await caller.agent.updateSettings({ email: 'draft' });
  await lab.post(raw({ to: replyTo, from: 'stranger@example.com', text: 'What did you charge them?' }));
  await answer(company);
  expect(await caller.agent.drafts()).toEqual([]);
});

test('an email to a company that wants drafts gets one', async () => {
  const { company, lead, replyTo, caller } = await lab.person();
  await caller.agent.updateSettings({ email: 'draft' });
  await lab.post(raw({ to: replyTo, from: lead.email, text: 'Can a person call me about this?' }));
  await answer(company);
  const [draft] = await caller.agent.drafts({ leadId: lead.id });
  expect(draft).toMatchObject({ channel: 'email', leadId: lead.id });
  expect(draft?.text).not.toContain('automated');
});
