import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab({ now: '2026-11-16T19:00:00.000Z' });
});
afterAll(() => lab.close());

const sendEstimate = async () => {
  const { app } = lab;
  const company = await app.a.company({ name: 'Acme Fence', notify_phone: '+12085550144' });
  const vinyl = await app.a.material(company, { name: 'Vinyl', premium_cents: 1_000 });
  const lead = await app.a.lead(company, { name: 'Marisol Vega', phone: null });
  const caller = await app.callerFor(company);
  const fence = { perimeter: 184, gateCount: 1, materialId: vinyl.id };
  const options = ['Vinyl', 'Vinyl, no gate'].map((label, index) => ({ label, ...fence, gateCount: 1 - index }));
  const { url, number } = await caller.estimates.send({ leadId: lead.id, ...fence, options });
  const token = url.split('/').at(-1) ?? '';
  const page = app.browser().trpc.estimatePage;
  const { options: offered } = await page.get.query({ token });
  await lab.drain(company);
  return { company, lead, token, number, page, url, cheaper: offered[1]?.id ?? '' };
};

it('offers the options with their prices in email and subject', async () => {
  const { company, lead, url } = await sendEstimate();
  const [mail] = lab.mails(lead.email);
  expect(mail?.subject).toBe('Your fence estimate from Acme Fence: from $3,242.08');
  for (const said of ['Vinyl: $3,542.08', 'Vinyl, no gate: $3,242.08', '2 options to choose from', url])
    expect(mail?.text).toContain(said);
  expect(lab.mails(company.email)).toEqual([]);
});

it('emails the homeowner the signed copy with the PDF, even after an unsubscribe, and notifies the contractor (C23, C29)', async () => {
  const { company, lead, token, number, page, cheaper } = await sendEstimate();
  await lab.app.deps.system
    .insertInto('opt_outs')
    .values({
      company_id: company.id,
      channel: 'email',
      address: lead.email,
      source: 'unsubscribe',
      created_at: lab.app.clock.now(),
    })
    .execute();
  await page.accept.mutate({ token, name: 'Marisol Vega', agreed: true, optionId: cheaper });
  await lab.drain(company);
  const copy = lab.mails(lead.email).at(-1);
  expect(copy?.subject).toBe(`Your signed estimate from Acme Fence, ${number}`);
  for (const said of ['$3,242.08', '$1,621.04', 'Signed by: Marisol Vega', 'midnight of Thursday, Nov 19, 2026'])
    expect(copy?.text).toContain(said);
  expect(copy?.attachments).toEqual([{ name: `${number}-signed.pdf`, contentType: 'application/pdf' }]);
  const [notice] = lab.mails(company.email);
  expect(notice?.subject).toBe(`Marisol Vega accepted ${number}, $3,242.08`);
  expect(notice?.headers?.['reply-to']).toContain(lead.email);
  for (const said of ['Option: Vinyl, no gate', 'Signed by: Marisol Vega', 'Don’t order materials before'])
    expect(notice?.text).toContain(said);
  expect(lab.texts('+12085550144').map(({ text }) => text)).toEqual([
    expect.stringContaining(`Marisol Vega accepted ${number}, $3,242.08.`),
  ]);
});

it('emails a question with the homeowner as Reply-To, and a decline with its reason', async () => {
  const { company, lead, token, number, page } = await sendEstimate();
  await page.ask.mutate({ token, question: 'Can the gate be wider?\nSay 5 ft.' });
  await page.decline.mutate({ token, reason: 'Too dear.' });
  await lab.drain(company);
  const mails = lab.mails(company.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Marisol Vega asks about ${number}`,
    `Marisol Vega declined ${number}`,
  ]);
  expect(mails[0]?.text).toContain('Can the gate be wider?\nSay 5 ft.');
  expect(mails[0]?.headers?.['reply-to']).toContain(lead.email);
  expect(mails[1]?.text).toContain('Reason: Too dear.');
});
