import { afterAll, beforeAll, expect, test } from 'vitest';
import { unsubscribeToken } from '#core/platform/secrets.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab({ now: '2026-11-16T19:00:00.000Z' });
});
afterAll(() => lab.close());

async function subscriber(channel: 'email' | 'both') {
  const { a, clock, config } = lab.app;
  const company = await a.company({ name: 'Rails & <Sons>' });
  const lead = await a.lead(company, { phone: `+1208555${channel === 'email' ? '6001' : '6002'}` });
  await a.consent(company, lead);
  const schedule = await a.schedule(company, lead, { channel, activated_at: new Date(clock.now().getTime() - DAY) });
  await a.followUp(schedule, { channel: 'email', body: 'mail' });
  if (channel === 'both') await a.followUp(schedule, { channel: 'sms', body: 'text' });
  return { company, lead, path: `/unsubscribe/${unsubscribeToken(lead.id, config.APP_SECRET)}` };
}

const post = (path: string) =>
  fetch(`${lab.app.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });

test('GET shows a button and changes nothing; POST suppresses at once, twice without harm, without a cookie (C24)', async () => {
  const { company, lead, path } = await subscriber('email');
  const page = await fetch(`${lab.app.url}${path}`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain('Rails &amp; &lt;Sons&gt;');
  expect(html).toContain('<button type="submit">Unsubscribe</button>');
  expect((await lab.timeline(company)).length).toBe(0);

  for (const answer of [await post(path), await post(path)]) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
  expect((await lab.timeline(company)).map((event) => event.kind)).toEqual(['opted_out', 'schedule_stopped']);
  await lab.drain(company);
  expect(lab.mails(lead.email)).toEqual([]);
});

test('of a schedule by both ways only the mails end (C11)', async () => {
  const { company, lead, path } = await subscriber('both');
  await post(path);
  await lab.drain(company);
  expect(lab.mails(lead.email)).toEqual([]);
  expect(lab.texts(lead.phone)).toHaveLength(1);
});

test('a token that is not ours, or was altered, finds nothing', async () => {
  const { path } = await subscriber('email').then((made) => made);
  for (const bad of ['/unsubscribe/nonsense', `${path}x`, '/unsubscribe/a.b']) {
    expect((await fetch(`${lab.app.url}${bad}`)).status).toBe(404);
    expect((await post(bad)).status).toBe(404);
  }
});
