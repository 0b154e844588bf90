import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { HOUR, MINUTE } from '#shared/primitives/durations.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { FoundText, TextToSend } from '#core/platform/twilio.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { dueFollowUp, onlyFollowUp } from '../../../../test/due-follow-up.ts';
import type { DeliveryDeps } from './delivery.ts';
import { drainMessages } from './drain.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());

const texting = (company: CompanyRow, texts: Partial<DeliveryDeps['texts']>) =>
  drainMessages({ ...lab.deps, texts: { ...lab.deps.texts, ...texts } }, company.id);

/** Ends the lease of a worker that died while sending this row. */
async function lapse(id: string): Promise<void> {
  await sql`update messages set claimed_until = '2020-01-01' where id = ${id} and status = 'sending'`.execute(
    lab.app.deps.system,
  );
}

/** Creates a text follow-up whose lease has ended. Twilio has it with the given text, or didn't answer. */
async function unsettled(asTwilioHasIt?: (body: string) => string) {
  const due = await dueFollowUp(lab);
  await texting(due.company, {
    async send(text) {
      if (asTwilioHasIt) await lab.gateways.texts.send({ ...text, body: asTwilioHasIt(text.body) });
      return { kind: 'unknown', detail: 'no answer' };
    },
  });
  const row = await onlyFollowUp(lab, due.company);
  expect(row.status).toBe('sending');
  await lapse(row.id);
  return { ...due, row };
}

test('a trial account’s text is recognized despite Twilio’s prefix, and not resent (T10)', async () => {
  const { company, phone } = await unsettled((body) => `Sent from your Twilio trial account - ${body}`);
  await lab.drain(company);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'sent', provider_id: lab.texts(phone)[0]?.sid });
  expect(lab.texts(phone)).toHaveLength(1);
});

test('a text whose characters Twilio may have changed isn’t treated as unsent: a person decides (T10)', async () => {
  const { company, phone, row } = await unsettled((body) => body.replace('fence', 'ﬁne fence'));
  await lab.drain(company);
  expect((await onlyFollowUp(lab, company)).status).toBe('sending');
  await lapse(row.id);
  lab.app.clock.advance(3 * HOUR);
  await lab.drain(company);
  expect((await onlyFollowUp(lab, company)).status).toBe('unknown');
  expect(lab.texts(phone)).toHaveLength(1);
});

test('a text whose worker’s clock was fast is still found in Twilio and not resent (T10)', async () => {
  const { company, phone, row } = await unsettled((body) => body);
  const sending_at = new Date(lab.sandbox.clock.now().getTime() + 10 * MINUTE);
  await lab.app.deps.system.updateTable('follow_up_messages').set({ sending_at }).where('id', '=', row.id).execute();
  await lab.drain(company);
  expect((await onlyFollowUp(lab, company)).status).toBe('sent');
  expect(lab.texts(phone)).toHaveLength(1);
});

test('another company’s text to the same phone isn’t mistaken for this company’s', async () => {
  const other = await dueFollowUp(lab);
  await lab.drain(other.company);
  const { company, row } = await unsettled();
  const ours = { to_address: other.phone };
  await lab.app.deps.system.updateTable('messages').set(ours).where('id', '=', row.id).execute();
  await lab.drain(company);
  expect((await onlyFollowUp(lab, company)).status).toBe('sent');
});

test('a text being sent to the same phone isn’t mistaken for the unresolved one', async () => {
  const { company, lead, phone } = await dueFollowUp(lab);
  await lab.drain(company);
  const answers = async () => (await lab.otherMessages(company)).filter(({ kind }) => kind === 'help.answer');
  await lab.reply(phone, 'HELP');
  await texting(company, { send: () => Promise.resolve({ kind: 'unknown', detail: 'it never left' }) });
  const [first] = await answers();
  await lab.reply(phone, 'HELP');
  // The second text has the same body, and Twilio has it, but it isn't recorded yet.
  const there = Promise.withResolvers<void>();
  const noted = Promise.withResolvers<void>();
  const sending = texting(company, {
    async send(text: TextToSend) {
      const answer = await lab.gateways.texts.send(text);
      there.resolve();
      await noted.promise;
      return answer;
    },
  });
  await there.promise;
  await lapse(first?.id ?? '');
  const settling = lab.drain(company);
  const waits = async () => {
    const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(
      lab.app.deps.system,
    );
    return rows.length > 0 || (await answers())[0]?.status !== 'sending';
  };
  await expect.poll(waits, { timeout: 10_000 }).toBe(true);
  noted.resolve();
  await Promise.all([sending, settling]);
  const both = await answers();
  expect(both.map(({ status }) => status)).toEqual(['sent', 'sent']);
  expect(new Set(both.map(({ provider_id }) => provider_id)).size).toBe(2);
  expect(lab.texts(lead.phone)).toHaveLength(3);
});

test('Twilio’s answer about a text resolved in the meantime changes nothing (T2)', async () => {
  const { company, phone, row } = await unsettled((body) => body);
  const sid = lab.texts(phone)[0]?.sid ?? '';
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<FoundText>();
  const settling = texting(company, { find: () => (asked.resolve(), answer.promise) });
  await asked.promise;
  const form = { MessageSid: sid, MessageStatus: 'undelivered', ErrorCode: '30003' };
  await lab.twilioPosts(`/webhooks/twilio/status?m=${row.id}`, form);
  answer.resolve({ sid, status: 'undelivered', errorCode: '30003' });
  await settling;
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'scheduled', provider_id: null });
});

test('a row that can’t be resolved doesn’t delay due messages or other unresolved messages', async () => {
  const { company, phone } = await dueFollowUp(lab);
  const { system } = lab.app.deps;
  const at = lab.app.clock.now();
  const row = {
    company_id: company.id,
    lead_id: null,
    channel: 'email',
    to_address: company.email,
    due_at: at,
  } as const;
  const sending = { status: 'sending', sending_at: at, created_at: at, claimed_until: new Date('2020-01-01') } as const;
  const none = { dedupe_key: null, provider_id: null, sent_at: null, reason: null };
  await system
    .insertInto('messages')
    .values(['broken', 'lead.notice'].map((kind) => ({ ...row, ...sending, ...none, kind })))
    .execute();
  const broken = (await lab.otherMessages(company)).find(({ kind }) => kind === 'broken');
  const warn = vi.spyOn(lab.deps.logger, 'warn').mockImplementation((about: unknown) => {
    if (typeof about === 'object' && about && 'row' in about && about.row === broken?.id) throw new Error('ours');
  });
  await lab.drain(company);
  warn.mockRestore();
  expect(lab.texts(phone)).toHaveLength(1);
  const states = (await lab.otherMessages(company)).map(({ kind, status }) => [kind, status]);
  expect(Object.fromEntries(states)).toMatchObject({ broken: 'sending', 'lead.notice': 'scheduled' });
});
