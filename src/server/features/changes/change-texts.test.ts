import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import type { MailedLead } from '../../../../test/builders.ts';
import type { Caller } from '../../../../test/caller.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { newPhone } from '../../../../test/due-follow-up.ts';

/** Tuesday noon in Boise. */
const START = '2026-12-01T19:00:00.000Z';
/** Tuesday, 11:30 PM in Boise: nobody is texted then (C15). */
const NIGHT = '2026-12-02T06:30:00.000Z';
const MORNING = '2026-12-02T18:00:00.000Z';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(START));

interface Job {
  company: CompanyRow;
  caller: Caller;
  lead: MailedLead & { phone: string };
  estimateId: string;
  token: string;
}

/** A signed estimate of $762.00. Its homeowner has agreed to texts unless `agreed` is false. */
async function signedJob({
  agreed = true,
  phoneOnly = false,
  ...given
}: Partial<LeadRow> & { agreed?: boolean; phoneOnly?: boolean } = {}): Promise<Job> {
  const company = await lab.app.a.company({ name: 'Acme Fence' });
  const caller = await lab.app.callerFor(company);
  const wood = await lab.app.a.material(company);
  const phone = newPhone();
  const lead = { ...(await lab.app.a.lead(company, { name: 'Dana Whitfield', phone, ...given })), phone };
  if (phoneOnly) await caller.leads.update({ leadId: lead.id, email: null });
  if (agreed) await lab.app.a.consent(company, lead);
  const fence = { leadId: lead.id, materialId: wood.id, perimeter: 100, gateCount: 0 };
  const { estimateId, url } = await caller.estimates.send(fence);
  const token = url.split('/').at(-1) ?? '';
  await sign({ token });
  await lab.drain(company);
  return { company, caller, lead, estimateId, token };
}
const sign = ({ token }: Pick<Job, 'token'>) =>
  lab.app.browser().trpc.estimatePage.accept.mutate({ token, name: 'Dana Whitfield', agreed: true });
const change = async ({ caller, estimateId, company }: Job, unitCents = 87_000) => {
  const lines = [{ label: 'Rock in the ground', quantity: 1, unitCents }];
  const { changeId } = await caller.changes.create({ estimateId, lines, note: '' });
  await caller.changes.send({ changeId });
  await lab.drain(company);
  return changeId;
};
const texts = ({ lead }: Job): string[] => lab.texts(lead.phone).map(({ text }) => text);
const news = (job: Job) => texts(job).filter((text) => /change|cambio/.test(text));

describe('the email about a change to sign', () => {
  test('has the discount and the tax, so that its lines add up to the change', async () => {
    const company = await lab.app.a.company({ name: 'Acme Fence' });
    const caller = await lab.app.callerFor(company);
    const wood = await lab.app.a.material(company);
    const { version, ...book } = (await caller.pricing.get()).book;
    await caller.pricing.updateBook({ version, book: { ...book, tax: { bps: 600, on: 'all', text: 'Sales tax' } } });
    const lead = await lab.app.a.lead(company, { name: 'Dana Whitfield' });
    const { estimateId, url } = await caller.estimates.send({
      leadId: lead.id,
      runs: [{ feet: 100, materialId: wood.id }],
      gates: [{ kind: 'walk' }],
      offer: { percent: 10, days: 7 },
    });
    await sign({ token: url.split('/').at(-1) ?? '' });
    const { changeId } = await caller.changes.create({
      estimateId,
      gates: [{ kind: 'double' }],
      lines: [{ label: 'Rock in the ground', quantity: 1, unitCents: 20_000 }],
      removed: { gates: [{ kind: 'walk' }] },
      note: '',
    });
    await caller.changes.send({ changeId });
    await lab.drain(company);
    const text = lab.mails(lead.email).at(-1)?.text ?? '';
    const cents = (amount: string) => Math.round(Number(amount.replaceAll(/[$,]/g, '').replace('−', '-')) * 100);
    const lines = [...text.matchAll(/^(?:Added: .+|Taken off: .+|Discount|Sales tax.*): (\S+)$/gm)];
    const net = /^Change: (−?\$\S+)$/m.exec(text)?.[1] ?? '';
    expect(lines).toHaveLength(7);
    expect(lines.reduce((sum, [, amount = '']) => sum + cents(amount), 0)).toBe(cents(net));
  });
});

describe('the text about a change to sign', () => {
  test('names the company and the new total, and its short link opens the page to sign it', async () => {
    const job = await signedJob();
    await change(job);
    const [said, ...others] = news(job);
    expect(others).toEqual([]);
    expect(said).toMatch(
      /Hi Dana, Acme Fence has a change to your fence job to sign: new total \$1,632\.00\. https?:\/\/\S+ Reply STOP to opt out\.$/,
    );
    const link = /https?:\/\/\S+/.exec(said ?? '')?.[0] ?? '';
    expect(link.length).toBeLessThan(60);
    const page = await fetch(link.replace(lab.app.config.PUBLIC_URL, lab.app.url));
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Rock in the ground');
  });

  test('is in the homeowner’s language', async () => {
    const job = await signedJob({ language: 'es' });
    await change(job);
    expect(news(job)).toEqual([expect.stringContaining('$1,632.00')]);
    expect(news(job)[0]).toMatch(/^Hola, Dana: Acme Fence tiene un cambio/);
  });

  test('isn’t sent without consent, and waits for the morning with it', async () => {
    const unasked = await signedJob({ agreed: false });
    await change(unasked);
    expect(texts(unasked)).toEqual([]);
    expect(lab.mails(unasked.lead.email).at(-1)?.subject).toContain('change');
    const job = await signedJob();
    lab.app.clock.set(NIGHT);
    await change(job);
    expect(news(job)).toEqual([]);
    lab.app.clock.set(MORNING);
    await lab.drain(job.company);
    expect(news(job)).toHaveLength(1);
  });

  test('isn’t sent if the change was signed or canceled before the morning', async () => {
    const signed = await signedJob();
    const canceled = await signedJob();
    lab.app.clock.set(NIGHT);
    await change(signed);
    await sign(signed);
    const changeId = await change(canceled);
    await canceled.caller.changes.cancel({ changeId });
    lab.app.clock.set(MORNING);
    for (const job of [signed, canceled]) {
      await lab.drain(job.company);
      expect(news(job).filter((text) => text.includes('to sign'))).toEqual([]);
    }
  });

  test('isn’t sent after STOP, and the email still is', async () => {
    const job = await signedJob();
    await lab.reply(job.lead.phone, 'STOP');
    await lab.drain(job.company);
    const before = texts(job).length;
    await change(job);
    expect(texts(job)).toHaveLength(before);
    expect(lab.mails(job.lead.email).at(-1)?.subject).toContain('change');
  });
});

test('someone with only a phone gets the copy of a signed change as a link', async () => {
  const job = await signedJob({ phoneOnly: true });
  await change(job);
  await sign(job);
  await lab.drain(job.company);
  expect(news(job).at(-1)).toMatch(
    /the change to your fence job counts now\. New total: \$1,632\.00\. https?:\/\/\S+$/,
  );
});
