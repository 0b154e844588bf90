import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR, SECOND } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { answerDue } from './replies.sweep.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
  lab.app.clock.set('2026-11-16T19:00:00.000Z');
});
afterAll(() => lab.close());

/** A company whose agent only drafts answers, and one of its leads. */
async function person(number: number) {
  const phone = `+1208555${3_000 + number}`;
  const company = await lab.app.a.company({ sms_from: `+1208556${3_000 + number}` });
  const lead = await lab.app.a.lead(company, { phone });
  const write = (body: string) => lab.reply(phone, body, { To: company.sms_from ?? '' });
  return { company, lead, write };
}

test('companies whose messages can’t be answered yet don’t delay other companies', async () => {
  const stuck = await Promise.all(Array.from({ length: 10 }, (_each, at) => person(at)));
  for (const { lead, write } of stuck) {
    await write('a message whose answer failed');
    await lab.app.deps.system
      .updateTable('agent_replies')
      .set({ due_at: new Date(lab.app.clock.now().getTime() + HOUR) })
      .where('lead_id', '=', lead.id)
      .execute();
    await write('hello?');
  }
  lab.app.clock.advance(SECOND);
  const { company, write } = await person(stuck.length);
  await write('can a person call me?');
  lab.app.clock.advance(25 * SECOND);
  await answerDue({ ...lab.app.deps, config: lab.app.config, clock: lab.app.clock });
  expect(await (await lab.app.callerFor(company)).agent.drafts()).toHaveLength(1);
});
