import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_MESSAGES } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { Offer } from '#shared/features/estimates/offer-price.rules.ts';
import { DAY, MINUTE } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { dueFollowUp, type Given, onlyFollowUp } from '../../../../test/due-follow-up.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab({ timings: { sendLeaseMs: 300 } });
});
afterAll(() => lab.close());

const [, , REMINDER] = DEFAULT_MESSAGES;
const OFFER: Offer = { percent: 10, days: 7 };

/** Creates a sent estimate of $3,542.08 with the default third message, due now. */
async function reminded(given: Given = {}) {
  const made = await dueFollowUp(lab, {
    row: { body: REMINDER, offer: JSON.stringify(OFFER), ...given.row },
    ...given,
  });
  const { company, lead } = made;
  const { app } = lab;
  const vinyl = await app.a.material(company, { name: 'Vinyl', premium_cents: 1_000 });
  const caller = await app.callerFor(company);
  const input = { leadId: lead.id, perimeter: 184, materialId: vinyl.id, gateCount: 1 };
  const { url } = await caller.estimates.send(input);
  // The estimate's own messages are removed.
  await app.deps.system
    .deleteFrom('messages')
    .where('lead_id', '=', lead.id)
    .where('schedule_id', 'is', null)
    .execute();
  const token = new URL(url).pathname.split('/').at(-1) ?? '';
  const page = app.browser().trpc.estimatePage;
  return { ...made, caller, input, token, page, get: () => page.get.query({ token }) };
}
const sentData = async ({ company }: Awaited<ReturnType<typeof reminded>>) =>
  (await lab.timeline(company)).filter(({ kind, data }) => kind === 'message_sent' && data.kind === 'Follow-up');

test('10% off applies until the end of its last day, on the page, in emails and to the signed price (C30)', async () => {
  const scene = await reminded();
  expect(await scene.get()).toMatchObject({ totalCents: 354_208, offer: null });
  await lab.drain(scene.company);
  const [text] = lab.texts(scene.phone).filter((sent) => /10% off/.test(sent.text));
  expect(text?.text).toContain('take 10% off $3,542.08, good through Nov 23, 2026');
  const offered = { totalCents: 318_787, depositCents: 159_394, offer: { words: '10% off', endsOn: '2026-11-23' } };
  expect(await scene.get()).toMatchObject(offered);
  const html = await (await fetch(`${lab.app.url}/estimate/${scene.token}`)).text();
  for (const said of ['10% off through Nov 23, 2026', '−$354.21', '$3,187.87', '$1,593.94'])
    expect(html).toContain(said);
  const { clock } = lab.app;
  clock.advance(MINUTE);
  await scene.caller.estimates.resend({ leadId: scene.lead.id });
  await lab.drain(scene.company);
  expect(lab.mails(scene.lead.email).at(-1)?.text).toContain('Total: $3,187.87');
  // The last minute of the day in Boise, for both the homeowner and the company, and the minute after it.
  clock.set('2026-11-24T06:59:00Z');
  expect(await scene.get()).toMatchObject(offered);
  clock.advance(MINUTE);
  expect(await scene.get()).toMatchObject({ totalCents: 354_208, depositCents: 177_104, offer: null });
  clock.set('2026-11-23T20:00:00Z');
  await scene.page.accept.mutate({ token: scene.token, name: 'Dana Whitfield', agreed: true });
  clock.advance(10 * DAY);
  expect(await scene.get()).toMatchObject({ state: 'accepted', totalCents: 318_787, depositCents: 159_394 });
});

test('a newer version sent within the offer period keeps the discount', async () => {
  const scene = await reminded();
  await lab.drain(scene.company);
  const { url } = await scene.caller.estimates.send({ ...scene.input, gateCount: 2 });
  const newer = await scene.page.get.query({ token: url.split('/').at(-1) ?? '' });
  expect(newer).toMatchObject({ totalCents: 345_787, offer: { words: '10% off' } });
});

test('a message recovered after a lost answer activates its offer, with its last day on the timeline', async () => {
  const scene = await reminded();
  lab.sandbox.faults.set('twilio', 'drop_after_accept', 1);
  await lab.drain(scene.company);
  expect((await onlyFollowUp(lab, scene.company)).status).toBe('sending');
  expect((await scene.get()).offer).not.toBeNull();
  await expect
    .poll(
      async () => {
        await lab.drain(scene.company);
        return (await onlyFollowUp(lab, scene.company)).status;
      },
      { timeout: 10_000 },
    )
    .toBe('sent');
  expect((await scene.get()).totalCents).toBe(318_787);
  expect(await sentData(scene)).toMatchObject([{ data: { offer: { percent: 10 }, offerEnds: 'Nov 23, 2026' } }]);
  // Restarting completed follow-ups doesn't change the offer.
  await scene.caller.followUps.save({
    leadId: scene.lead.id,
    channel: 'email',
    active: true,
    steps: [{ day: 9, message: 'Once more' }],
  });
  expect((await scene.get()).totalCents).toBe(318_787);
});

test('a message that was never sent makes no offer', async () => {
  const refused = await reminded();
  lab.sandbox.faults.set('twilio', 'reject', 1);
  await lab.drain(refused.company);
  expect((await onlyFollowUp(lab, refused.company)).status).toBe('failed');
  expect((await refused.get()).offer).toBeNull();
  const lost = await reminded();
  await lab.drain(lost.company);
  const row = await onlyFollowUp(lab, lost.company);
  expect((await lost.get()).offer).not.toBeNull();
  await lab.twilioPosts('/webhooks/twilio/status', {
    MessageSid: row.provider_id ?? '',
    MessageStatus: 'undelivered',
    ErrorCode: '30006',
  });
  expect((await lost.get()).offer).toBeNull();
});

test('only the contractor’s own text makes an offer, not a value filled into it', async () => {
  const scene = await reminded({
    lead: { address: '90% off St, Boise, ID 83702' },
    row: { body: 'Hi {{name}}, about the fence for {{address}}.' },
  });
  await lab.drain(scene.company);
  expect(lab.texts(scene.phone)).toHaveLength(1);
  expect((await scene.get()).offer).toBeNull();
});
