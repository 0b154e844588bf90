import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeliveryLab, startDeliveryLab } from '../../../../../test/delivery.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { dueFollowUp, newPhone, NOON, onlyFollowUp } from '../../../../../test/due-follow-up.ts';
import { raiseAlerts } from '../../admin/alerts.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab({ env: { ADMIN_EMAILS: 'ops@picket.test' } });
});
afterAll(() => lab.close());

/** Sends Twilio's callback about the only text that was sent. */
async function undelivered(company: CompanyRow, code: string): Promise<void> {
  const sent = (await lab.followUps(company)).find(({ provider_id }) => provider_id !== null);
  const form = { MessageSid: sent?.provider_id ?? '', MessageStatus: 'undelivered', ErrorCode: code };
  const answer = await lab.twilioPosts('/webhooks/twilio/status', form);
  expect(answer.ok).toBe(true);
}

/** Creates another due text, to another person. */
async function another(company: CompanyRow, body: string) {
  const { a } = lab.app;
  const lead = await a.lead(company, { phone: newPhone() });
  await a.consent(company, lead);
  const schedule = await a.schedule(company, lead, { activated_at: new Date(Date.parse(NOON) - DAY) });
  return a.followUp(schedule, { body });
}

test('a template that carriers filter is skipped until it changes, and contractor and admins are notified (T9, 30007)', async () => {
  const spam = 'FREE FENCE!!! {{name}}';
  const { company } = await dueFollowUp(lab, { row: { body: spam } });
  await lab.drain(company);
  await undelivered(company, '30007');
  await undelivered(company, '30007');
  const [same, edited] = [await another(company, spam), await another(company, 'Your fence, {{name}}?')];
  // Another company can use the same text.
  const other = await dueFollowUp(lab, { row: { body: spam } });
  await lab.drain(company);
  await lab.drain(other.company);
  const rows = new Map((await lab.followUps(company)).map((row) => [row.id, row]));
  expect(rows.get(same.id)).toMatchObject({
    status: 'skipped',
    reason: expect.stringContaining('Change the wording') as unknown,
  });
  expect(rows.get(edited.id)).toMatchObject({ status: 'sent' });
  expect(await onlyFollowUp(lab, other.company)).toMatchObject({ status: 'sent' });
  expect(lab.mails(company.email).map(({ subject }) => subject)).toEqual(['A follow-up text was blocked as spam']);
  await raiseAlerts(lab.app.deps);
  await raiseAlerts(lab.app.deps);
  await lab.drainPlatform();
  expect(lab.mails('ops@picket.test').filter(({ subject }) => subject?.includes('blocked a text'))).toHaveLength(1);
});

test('an unregistered sender pauses only that company’s texts, until an admin resumes them (T9, 30034)', async () => {
  const { company, lead } = await dueFollowUp(lab);
  await lab.drain(company);
  await undelivered(company, '30034');
  const waiting = await another(company, 'Still thinking, {{name}}?');
  const mail = await dueFollowUp(lab, { row: { channel: 'email' }, schedule: { channel: 'email' } });
  await lab.drain(company);
  await lab.drain(mail.company);
  const rowOf = async () => (await lab.followUps(company)).find(({ id }) => id === waiting.id);
  expect(await rowOf()).toMatchObject({ status: 'scheduled', attempts: 0, due_at: waiting.due_at });
  expect(await onlyFollowUp(lab, mail.company)).toMatchObject({ status: 'sent' });
  const caller = await lab.app.callerFor(company);
  expect((await caller.leads.get({ leadId: lead.id })).sms).toMatchObject({
    allowed: false,
    reason: expect.stringMatching(/refuse your texts/) as unknown,
  });
  expect(lab.mails(company.email).map(({ subject }) => subject)).toContain('Your texts are paused');
  await raiseAlerts(lab.app.deps);
  await raiseAlerts(lab.app.deps);
  await lab.drainPlatform();
  expect(lab.mails('ops@picket.test').filter(({ subject }) => subject?.includes('Carriers refuse'))).toHaveLength(1);

  const robin = await lab.app.a.user({}, ['admin']);
  const { companies } = (await lab.app.signIn(robin.email)).trpc.admin;
  expect((await companies.get.query({ companyId: company.id })).sms.pausedAt).not.toBeNull();
  await companies.resumeTexts.mutate({ companyId: company.id });
  await companies.resumeTexts.mutate({ companyId: company.id });
  expect((await companies.get.query({ companyId: company.id })).sms.pausedAt).toBeNull();
  lab.app.clock.advance(HOUR);
  await lab.drain(company);
  expect(await rowOf()).toMatchObject({ status: 'sent' });
});
