import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { enqueueMessage } from '#core/features/messages/enqueue-message.ts';
import { HOUR, MINUTE } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { newPhone, NOON } from '../../../../test/due-follow-up.ts';
import { sending } from '../../../../test/sends.ts';
import { leadNotice } from '../leads/messages/lead-messages.ts';

/** 9:30 PM in Boise. */
const NIGHT = '2026-11-17T04:30:00.000Z';
/**
 * When a 208 number can be texted again: 11:00 AM in Boise, because the area code also covers the Pacific time zone.
 */
const MORNING = '2026-11-17T18:00:00.000Z';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(NOON));

/** Creates a company with a notice phone, and a lead who asks a question on the estimate page. */
async function asked(given: Parameters<typeof sending>[1] = {}, lead: Partial<LeadRow> = {}) {
  const phone = newPhone();
  const open = await sending(lab, { notify_phone: phone, ...given }, lead);
  const { url } = await open.estimate();
  const token = url.split('/').at(-1) ?? '';
  const ask = (question = 'Can the gate be wider?') =>
    lab.app.browser().trpc.estimatePage.ask.mutate({ token, question });
  const sign = () => lab.app.browser().trpc.estimatePage.accept.mutate({ token, name: 'Dana Whitfield', agreed: true });
  return { ...open, phone, ask, sign };
}

const notices = async (company: CompanyRow) =>
  (await lab.otherMessages(company)).filter(({ kind, channel }) => kind === 'estimate.question' && channel === 'sms');

describe('a text to the notice phone', () => {
  test('is sent only from a sender registered with the carriers (C21)', async () => {
    const { company, phone, ask } = await asked({ sms_registration: 'none' });
    await ask();
    await lab.drain(company);
    expect(lab.texts(phone)).toEqual([]);
    expect(await notices(company)).toMatchObject([
      { status: 'skipped', reason: expect.stringMatching(/registration/) as string },
    ]);
    expect(lab.mails(company.email)).toHaveLength(1);
  });

  test('waits until morning in that phone’s time zone (C14, C15)', async () => {
    const { company, phone, ask } = await asked();
    lab.app.clock.set(NIGHT);
    await ask();
    await lab.drain(company);
    expect(lab.texts(phone)).toEqual([]);
    expect(lab.mails(company.email)).toHaveLength(1);
    lab.app.clock.set(MORNING);
    await lab.drain(company);
    expect(lab.texts(phone)).toHaveLength(1);
  });

  test('explains at first how to stop, and contains no link that was typed as a name (C6)', async () => {
    const { company, phone, ask } = await asked({}, { name: 'evil.example/win now' });
    await ask();
    await lab.drain(company);
    const [text] = lab.texts(phone);
    expect(text?.text).toMatch(
      /^Acme Fence: A homeowner asks about EST-\S+: Can the gate be wider\? http\S+ Reply STOP to opt out\.$/,
    );
  });

  test('is sent only to the confirmed phone, and not after a STOP from it (C7, C4)', async () => {
    const { company, phone, ask } = await asked();
    await ask();
    await lab.drain(company);
    expect((await lab.reply(phone, 'STOP')).status).toBe(200);
    lab.app.clock.advance(MINUTE);
    await ask('And now?');
    await lab.drain(company);
    expect(lab.texts(phone).filter(({ text }) => text.includes('asks about'))).toHaveLength(1);
    expect((await notices(company)).map(({ status }) => status)).toEqual(['sent', 'skipped']);
    const other = await asked();
    await other.ask();
    await lab.app.deps.system
      .updateTable('company_profiles')
      .set({ notify_phone: newPhone() })
      .where('id', '=', other.company.id)
      .execute();
    await lab.drain(other.company);
    expect(lab.texts(other.phone)).toEqual([]);
    expect(await notices(other.company)).toMatchObject([{ status: 'skipped' }]);
  });

  test('contains the question, without anything that a phone turns into a link, and a link to the lead', async () => {
    const { company, lead, phone, ask } = await asked();
    await ask('Can you beat www.evil.example/win?\nOr  mail me@evil.example, please. 🙂'.concat(' Thanks!'.repeat(60)));
    await lab.drain(company);
    const [text] = lab.texts(phone);
    expect(text?.text).toContain('Can you beat www. evil. example/win? Or mail me@ evil. example, please.');
    expect(text?.text).toContain('... ' + lab.app.config.PUBLIC_URL + '/dashboard?tab=leads&lead=' + lead.id);
    expect(text?.text).not.toContain('\u200B');
    expect(text?.text.length).toBeLessThan(500);
  });

  test('is sent at most 20 times in 24 hours, except signatures and payments (C18)', async () => {
    const { company, lead, phone, ask, sign } = await asked();
    const notice = { companyId: company.id, leadId: lead.id, kind: leadNotice, channel: 'sms', payload: {} } as const;
    for (let nth = 1; nth <= 19; nth += 1)
      await lab.app.deps.system
        .transaction()
        .execute((tx) => enqueueMessage(tx, { ...notice, to: phone, at: lab.app.clock.now() }));
    await lab.drain(company);
    for (const question of ['The twentieth?', 'The next one?']) {
      lab.app.clock.advance(MINUTE);
      await ask(question);
      await lab.drain(company);
    }
    expect(lab.texts(phone)).toHaveLength(20);
    expect(lab.texts(phone).at(-1)?.text).toContain('The twentieth?');
    expect(lab.mails(company.email)).toHaveLength(2);
    lab.app.clock.advance(MINUTE);
    await sign();
    await lab.drain(company);
    expect(lab.texts(phone).at(-1)?.text).toMatch(/accepted EST-\S+, \$[\d,.]+\. http\S+lead=/);
    lab.app.clock.advance(24 * HOUR);
    await ask('And now?');
    await lab.drain(company);
    expect(lab.texts(phone).at(-1)?.text).toContain('And now?');
  });
});

test('a notice is sent to the company’s current confirmed email, even if it was queued before the change', async () => {
  const open = await asked();
  await open.ask();
  await lab.app.deps.system
    .updateTable('company_profiles')
    .set({ email: 'new-office@picket.test' })
    .where('id', '=', open.company.id)
    .execute();
  await lab.drain(open.company);
  expect(lab.mails(open.company.email)).toEqual([]);
  expect(lab.mails('new-office@picket.test')).toHaveLength(1);
});

test('an email about a lead never links user input, and its subject contains only a valid name', async () => {
  const link = 'https://evil.example/win';
  const notes = `Log in at ${link} or evil.example`;
  const { company, lead } = await sending(lab, {}, { name: link, address: `12 Elm St, ${link}`, notes });
  const notice = { companyId: company.id, leadId: lead.id, kind: leadNotice, channel: 'email', payload: {} } as const;
  await lab.app.deps.system
    .transaction()
    .execute((tx) => enqueueMessage(tx, { ...notice, to: company.email, at: lab.app.clock.now() }));
  await lab.drain(company);
  const [mail] = lab.mails(company.email);
  expect(mail?.subject).toMatch(/^New lead: A homeowner, 184 ft/);
  expect(mail?.headers?.['from']).toContain(lab.app.config.PRODUCT_NAME);
  expect(mail?.headers?.['reply-to']).toContain(lead.email);
  for (const part of [mail?.text ?? '', mail?.html ?? '']) {
    expect(part.replaceAll('\u200B', '')).toContain(`Log in at ${link}`);
    expect(part).not.toMatch(/evil\.example|https:\/\/evil/);
  }
});

test('a company’s name can’t look like an email address in an email’s sender', async () => {
  const open = await sending(lab, { name: 'security@paypal.com' });
  await open.estimate();
  await lab.drain(open.company);
  const [mail] = lab.mails(open.lead.email);
  expect(mail?.headers?.['from']).toMatch(/^"?security paypal com"? </);
});
