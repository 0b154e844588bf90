import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unsureAmong } from '#core/features/permission/unsure-replies.ts';
import { inCompany } from '#core/platform/db/app.ts';
import { type InboundMailLab, NOON, raw, startInboundMailLab } from '../../../../test/inbound-mail.ts';

const AUTHSERV = 'mx.picket.test';
const SERVICE = `Authentication-Results: ${AUTHSERV};`;

let lab: InboundMailLab;
/** The same test setup, but without INBOUND_MAIL_AUTHSERV_ID, so it doesn't trust any authentication results. */
let bare: InboundMailLab;
beforeAll(async () => {
  lab = await startInboundMailLab({ INBOUND_MAIL_AUTHSERV_ID: AUTHSERV });
  bare = await startInboundMailLab();
});
afterAll(() => Promise.all([lab.close(), bare.close()]));
beforeEach(() => [lab, bare].map(({ app }) => app.clock.set(NOON)));

/** Creates two customers of one company. The first one forges emails from the second. */
async function customers(of: InboundMailLab) {
  const forger = await of.person();
  const victim = await of.person(forger.company, { name: 'Ann Hill' });
  return { company: forger.company, forger, victim };
}

const forged = (of: Awaited<ReturnType<typeof customers>>, headers: string[] = [], text = 'Unsubscribe') =>
  raw({ to: of.forger.replyTo, from: of.victim.lead.email, text, headers });

describe('an email to one lead’s reply address that names another customer as its sender', () => {
  test('and says ‘Unsubscribe’ stops nothing for that customer; the contractor reads it', async () => {
    const both = await customers(lab);
    expect(await lab.fateOf(forged(both))).toBe('taken');
    // anyone with a lead's reply address also has its unsubscribe link, so suppressing this lead does no harm
    expect(await lab.suppressed(both.company)).toEqual([both.forger.lead.email]);
    expect(await lab.scheduleOf(both.forger.lead)).toMatchObject({ status: 'stopped' });
    expect(await lab.scheduleOf(both.victim.lead)).toMatchObject({ status: 'active' });
    const [item] = await lab.thread(both.forger.lead, both.company);
    expect(item).toMatchObject({
      unsure: true,
      sender: both.victim.lead.email,
      reason: expect.stringMatching(/may be asking you to stop emailing/) as string,
    });
  });

  test('doesn’t affect that customer when the contractor decides that it’s an opt-out', async () => {
    const both = await customers(lab);
    await lab.post(forged(both));
    const [item] = await lab.thread(both.forger.lead, both.company);
    await both.forger.caller.messages.decideOptOut({ messageId: item?.id ?? '', stop: true });
    expect(await lab.suppressed(both.company)).toEqual([both.forger.lead.email]);
    expect(await lab.scheduleOf(both.victim.lead)).toMatchObject({ status: 'active' });
  });

  test('as a plain reply or unreadable doesn’t change that customer’s follow-ups and last reply', async () => {
    const both = await customers(lab);
    await lab.post(forged(both, [], 'Friday works.'));
    await lab.post(forged(both, ['Content-Type: multipart/mixed; boundary=b'], '--b\r\n\r\n'.repeat(20_000)));
    expect(await lab.scheduleOf(both.victim.lead)).toMatchObject({ status: 'active' });
    const victim = await both.victim.caller.leads.get({ leadId: both.victim.lead.id });
    expect(victim).toMatchObject({ unread: 0, awaitsAnswer: null });
    const row = lab.app.deps.system.selectFrom('leads').select('last_reply_at').where('id', '=', both.victim.lead.id);
    expect(await row.executeTakeFirstOrThrow()).toEqual({ last_reply_at: null });
  });

  test('makes no other customer wait for a decision, even if the lead claims their phone', async () => {
    const company = await lab.app.a.company();
    const victim = await lab.person(company, { phone: '+12085550177' });
    const forger = await lab.person(company, { phone: '+12085550177' });
    await lab.post(raw({ to: forger.replyTo, from: forger.lead.email, text: 'Too many emails' }));
    const waits = await inCompany(lab.app.deps.db, company.id, (tx) =>
      unsureAmong(tx, company.id, [victim.lead.id, forger.lead.id]),
    );
    expect([...waits]).toEqual([forger.lead.id]);
  });

  test('counts for that customer if the email service states that DKIM passed for the domain', async () => {
    const both = await customers(lab);
    await lab.post(forged(both, [`${SERVICE} dkim=pass header.d=example.com`]));
    expect(await lab.suppressed(both.company)).toEqual([both.forger.lead.email, both.victim.lead.email].toSorted());
    expect(await lab.scheduleOf(both.victim.lead)).toMatchObject({ status: 'stopped' });
  });

  test.each([
    ['by another service', ['Authentication-Results: mx.evil.test; dmarc=pass header.from=example.com']],
    [
      'below the service’s own',
      [
        `${SERVICE} dmarc=fail header.from=example.com`,
        'Received: from evil',
        `${SERVICE} dmarc=pass header.from=example.com`,
      ],
    ],
    ['about another domain', [`${SERVICE} dkim=pass header.d=evil.test`]],
  ])('doesn’t count with a statement %s', async (_which, headers) => {
    const both = await customers(lab);
    await lab.post(forged(both, headers));
    expect(await lab.suppressed(both.company)).toEqual([both.forger.lead.email]);
    expect(await lab.scheduleOf(both.victim.lead)).toMatchObject({ status: 'active' });
  });

  test('never counts for that customer if no email service is configured', async () => {
    const both = await customers(bare);
    await bare.post(forged(both, [`${SERVICE} dkim=pass header.d=example.com`]));
    expect(await bare.suppressed(both.company)).toEqual([both.forger.lead.email]);
    expect(await bare.scheduleOf(both.victim.lead)).toMatchObject({ status: 'active' });
  });
});

describe('an email that names the lead’s own address as its sender', () => {
  test('counts only for the lead whose reply address received it', async () => {
    const both = await customers(bare);
    const { replyTo, lead } = both.forger;
    await bare.post(raw({ to: replyTo, from: lead.email, text: 'Unsubscribe' }));
    expect(await bare.suppressed(both.company)).toEqual([lead.email]);
    expect(await bare.scheduleOf(lead)).toMatchObject({ status: 'stopped' });
    expect(await bare.scheduleOf(both.victim.lead)).toMatchObject({ status: 'active' });
  });

  test('changes nothing for the same customer at another company', async () => {
    const here = await bare.person();
    const there = await bare.person(undefined, { email: here.lead.email });
    await bare.post(raw({ to: here.replyTo, from: here.lead.email, text: 'Unsubscribe' }));
    expect(await bare.suppressed(there.company)).toEqual([]);
    expect(await bare.scheduleOf(there.lead)).toMatchObject({ status: 'active' });
  });
});

test('emails that claim to be the contractor’s own have the same daily limit as a lead’s', async () => {
  const { company, replyTo } = await bare.person();
  const fates: unknown[] = [];
  for (let count = 0; count <= 50; count += 1)
    fates.push(await bare.fateOf(raw({ to: replyTo, from: company.email, text: 'On Monday.' })));
  expect(fates.filter((fate) => fate === 'taken')).toHaveLength(50);
  expect(fates.at(-1)).toBe('too many');
});
