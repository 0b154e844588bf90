import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { inCompany } from '#core/platform/db/app.ts';
import { readInvoice } from '#core/features/balances/invoice.ts';
import { invoicePdf } from '#core/features/estimates/pdf/invoice-pdf.ts';
import { sha256 } from '#core/features/estimates/signed-document.ts';
import type { z } from 'zod';
import type { changeCreateInput } from '#shared/features/changes/changes.schema.ts';
import { estimateIdSchema, type MaterialId } from '#shared/primitives/ids.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import { addDays, localDateOf } from '#shared/primitives/local-date.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { pdfText } from '../../../../test/pdf-text.ts';
import { refusalOf } from '../../../../test/refusal.ts';

let app: TestApp;
let start: Date;
beforeAll(async () => {
  app = await startTestApp();
  start = app.clock.now();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(start);
  await sql`delete from rate_limits`.execute(app.deps.system);
});

/** A company with the contract's price book. */
const startShop = async (tax = 0) => {
  const company = await app.a.company();
  const caller = await app.callerFor(company);
  const wood = await app.a.material(company, { name: 'Wood' });
  const { book } = await caller.pricing.get();
  const { version: _version, ...prices } = book;
  await caller.pricing.updateBook({
    version: book.version,
    book: {
      ...prices,
      heights: [
        { materialId: wood.id, heightFt: 6, perFootCents: 3_200 },
        { materialId: wood.id, heightFt: 4, perFootCents: 2_400 },
      ],
      gateKinds: prices.gateKinds.map((kind) => ({ ...kind, priceCents: kind.key === 'walk' ? 35_000 : 90_000 })),
      removalPerFootCents: 400,
      corners: { cornerCents: 2_500, endCents: 0 },
      items: [{ id: crypto.randomUUID(), label: 'Permit', unit: 'job', cents: 7_500, optional: false }],
      tax: { bps: tax, on: 'all', text: '' },
    },
  });
  return { company, caller, wood };
};
type Shop = Awaited<ReturnType<typeof startShop>>;

/** The contract's worked estimate of $4,850.00. */
const sendTo = async (
  { company, caller, wood }: Shop,
  { language = 'en', offer = 0 }: { language?: 'en' | 'es'; offer?: number } = {},
) => {
  const lead = await app.a.lead(company, { language });
  const { estimateId, url, number, totalCents } = await caller.estimates.send({
    leadId: lead.id,
    runs: [
      { feet: 100, heightFt: 6, materialId: wood.id },
      { feet: 40, heightFt: 4, materialId: wood.id },
    ],
    gates: [{ kind: 'walk', run: 0 }],
    removalFeet: 60,
    ...(offer > 0 && { offer: { percent: offer, days: 7 } }),
  });
  const token = new URL(url).pathname.split('/').at(-1) ?? '';
  return { lead, estimateId: estimateIdSchema.parse(estimateId), number, totalCents, token };
};
type Sent = Awaited<ReturnType<typeof sendTo>>;
const page = () => app.browser().trpc.estimatePage;
const sign = ({ token }: Pick<Sent, 'token'>, more: object = {}) =>
  page().accept.mutate({ token, name: 'Dana Whitfield', agreed: true, ...more });

const startJob = async (shop?: Shop, how: Parameters<typeof sendTo>[1] = {}) => {
  const of = shop ?? (await startShop());
  const sent = await sendTo(of, how);
  await sign(sent);
  return { ...of, ...sent };
};
type Job = Awaited<ReturnType<typeof startJob>>;

const worked = ({ wood }: { wood: { id: MaterialId } }) => ({
  runs: [{ feet: 10, heightFt: 6, materialId: wood.id }],
  gates: [{ kind: 'double' }],
  removed: { gates: [{ kind: 'walk' }] },
  note: 'The neighbor agreed to move the line.',
});
type Asked = Omit<z.input<typeof changeCreateInput>, 'estimateId'>;
const create = (job: Job, input: Asked = worked(job)) =>
  job.caller.changes.create({ estimateId: job.estimateId, ...input });
const credit = (cents: number) => ({ removed: { lines: [{ label: 'Credit', quantity: 1, unitCents: cents }] } });
const extra = (cents: number) => ({ lines: [{ label: 'Rock', quantity: 1, unitCents: cents }] });
const get = ({ caller, estimateId }: Job) => caller.estimates.get({ estimateId });
const rowOf = (changeId: string) =>
  app.deps.system
    .selectFrom('estimate_changes')
    .selectAll()
    .where('id', '=', changeId as never)
    .executeTakeFirstOrThrow();
const queuedFor = async ({ lead }: Job) =>
  (
    await app.deps.system
      .selectFrom('messages')
      .select(['kind', 'channel'])
      .where('lead_id', '=', lead.id)
      .where('kind', 'like', 'change.%')
      .orderBy('id')
      .execute()
  ).map(({ kind, channel }) => `${kind} ${channel}`);

describe('a change', () => {
  it('of $4,850.00 with 10 ft more and a double gate costs $870.00, and counts once it is signed', async () => {
    const job = await startJob();
    expect(job.totalCents).toBe(485_000);
    const made = await create(job);
    expect(made).toMatchObject({
      number: `${job.number}-C1`,
      addedCents: 122_000,
      removedCents: 35_000,
      netCents: 87_000,
      revisedTotalCents: 572_000,
      revisedStages: [
        { label: 'Deposit', cents: 242_500 },
        { label: 'Balance', cents: 329_500 },
      ],
    });
    const { url } = await job.caller.changes.send({ changeId: made.changeId });
    expect(new URL(url).pathname).toBe(`/estimate/${job.token}`);
    expect(await queuedFor(job)).toEqual(['change.sent email']);
    expect(await get(job)).toMatchObject({ totalCents: 485_000, changesCents: 0, balanceCents: 485_000 });
    const shown = await page().get.query({ token: job.token });
    expect(shown.changes).toMatchObject([{ status: 'sent', netCents: 87_000, revisedTotalCents: 572_000 }]);
    const text = await (await app.browser().fetch(`/estimate/${job.token}`)).text();
    for (const words of ['$5,720.00', '$870.00', 'Double gate', 'Walk gate', 'The neighbor agreed', 'may cancel'])
      expect(text).toContain(words);
    await sign(job, { documentHash: shown.change?.documentHash });
    expect(await get(job)).toMatchObject({ totalCents: 572_000, changesCents: 87_000, balanceCents: 572_000 });
    expect(await queuedFor(job)).toEqual(['change.sent email', 'change.notice email', 'change.agreed email']);
    const { items } = await job.caller.leads.timeline({ leadId: job.lead.id });
    expect(items.filter(({ kind }) => kind === 'estimate_changed').map(({ data }) => data)).toMatchObject([
      { change: 'signed', netCents: 87_000, totalCents: 572_000, signedBy: 'Dana Whitfield' },
      { change: 'sent' },
    ]);
    const row = await app.deps.system
      .selectFrom('change_signatures')
      .innerJoin('estimate_acceptances as signed', 'signed.document_hash', 'change_signatures.estimate_hash')
      .select(['change_signatures.document', 'change_signatures.document_hash', 'signed.document_hash as over'])
      .where('change_id', '=', made.changeId as never)
      .executeTakeFirstOrThrow();
    expect(row.document).toContain(row.over);
    expect(sha256(row.document)).toBe(row.document_hash);
    expect(row.document_hash).toBe(shown.change?.documentHash);
    const list = await job.caller.estimates.materials({ estimateId: job.estimateId });
    expect(list.byRun.length).toBeLessThanOrEqual(2);
    expect((await rowOf(made.changeId)).take_off.layout.runs.map(({ feet }) => feet)).toEqual([110, 40]);
  });

  it('keeps the prices that the estimate was signed at', async () => {
    const shop = await startShop();
    const job = await startJob(shop);
    const { book } = await shop.caller.pricing.get();
    const { version, ...prices } = book;
    const dearer = prices.heights.map((height) => ({ ...height, perFootCents: height.perFootCents * 2 }));
    await shop.caller.pricing.updateBook({
      version,
      book: { ...prices, heights: dearer, gateKinds: prices.gateKinds },
    });
    expect(await create(job)).toMatchObject({ netCents: 87_000 });
    const later = await startJob(shop);
    expect(await create(later)).toMatchObject({ netCents: 119_000 });
  });

  it('has the signed discount and the tax in it', async () => {
    const job = await startJob(await startShop(600), { offer: 10 });
    expect(job.totalCents).toBe(462_690);
    const made = await create(job);
    expect(made).toMatchObject({ netCents: 82_998, revisedTotalCents: 545_688 });
    await job.caller.changes.send({ changeId: made.changeId });
    await sign(job);
    expect((await get(job)).totalCents).toBe(545_688);
  });

  it('that costs nothing more counts when it is sent, without a signature', async () => {
    const job = await startJob();
    const made = await create(job, credit(10_000));
    expect(made).toMatchObject({ netCents: -10_000, revisedTotalCents: 475_000 });
    expect((await get(job)).totalCents).toBe(485_000);
    await job.caller.changes.send({ changeId: made.changeId });
    await job.caller.changes.send({ changeId: made.changeId });
    expect(await get(job)).toMatchObject({ totalCents: 475_000, balanceCents: 475_000 });
    expect(await queuedFor(job)).toEqual(['change.agreed email']);
    expect(await refusalOf(job.caller.changes.cancel({ changeId: made.changeId }))).toMatchObject({ code: 'CONFLICT' });
    const next = await create(job, extra(5_000));
    expect(next).toMatchObject({ number: `${job.number}-C2`, revisedTotalCents: 480_000 });
  });

  it('shows what was paid too much after a credit', async () => {
    const job = await startJob();
    const receivedOn = localDateOf(app.clock.now(), job.company.time_zone);
    const paid = { estimateId: job.estimateId, method: 'check' as const, receivedOn, idempotencyKey: 'all' };
    await job.caller.payments.record({ ...paid, cents: 485_000 });
    expect((await get(job)).status).toBe('paid');
    const { changeId } = await create(job, credit(10_000));
    await job.caller.changes.send({ changeId });
    expect(await get(job)).toMatchObject({ status: 'paid', balanceCents: -10_000 });
    expect(await job.caller.leads.get({ leadId: job.lead.id })).toMatchObject({ balanceCents: -10_000, owedCents: 0 });
    expect(await (await app.browser().fetch(`/estimate/${job.token}`)).text()).toContain('Paid too much');
    const more = await create(job, extra(50_000));
    await job.caller.changes.send({ changeId: more.changeId });
    await sign(job);
    expect(await get(job)).toMatchObject({ status: 'deposit_paid', balanceCents: 40_000 });
    expect((await page().get.query({ token: job.token })).payment).toMatchObject({ balanceCents: 40_000 });
  });
});

describe('an answer', () => {
  const open = async (how: Parameters<typeof sendTo>[1] = {}) => {
    const job = await startJob(undefined, how);
    const { changeId } = await create(job);
    await job.caller.changes.send({ changeId });
    return { ...job, changeId };
  };

  it('that declines changes nothing, and is told', async () => {
    const job = await open();
    await page().decline.mutate({ token: job.token, reason: 'Too dear' });
    await page().decline.mutate({ token: job.token });
    expect(await get(job)).toMatchObject({ totalCents: 485_000, status: 'accepted' });
    expect(await rowOf(job.changeId)).toMatchObject({ status: 'declined', decline_reason: 'Too dear' });
    expect(await refusalOf(sign(job))).toMatchObject({ code: 'CONFLICT' });
    expect(await queuedFor(job)).toEqual(['change.sent email', 'change.notice email']);
    expect(await create(job)).toMatchObject({ number: `${job.number}-C2` });
  });

  it('comes too late after 14 days, or after it was canceled', async () => {
    const job = await open();
    const { valid_until: until, sent_at: sentAt } = await rowOf(job.changeId);
    expect(until).toBe(addDays(localDateOf(sentAt ?? start, 'America/Boise'), 14));
    app.clock.set(new Date(start.getTime() + 13 * DAY));
    expect((await page().get.query({ token: job.token })).change).not.toBeNull();
    app.clock.set(new Date(start.getTime() + 15 * DAY + HOUR));
    expect(await refusalOf(sign(job))).toMatchObject({ code: 'ESTIMATE_EXPIRED' });
    expect((await page().get.query({ token: job.token })).change).toBeNull();
    expect(await (await app.browser().fetch(`/estimate/${job.token}`)).text()).toContain('could be signed through');
    const next = await create(job);
    expect(next.number).toBe(`${job.number}-C2`);
    expect(await rowOf(job.changeId)).toMatchObject({ status: 'expired' });
    await job.caller.changes.send({ changeId: next.changeId });
    await job.caller.changes.cancel({ changeId: next.changeId });
    expect(await refusalOf(sign(job))).toMatchObject({ code: 'CONFLICT' });
    expect((await get(job)).totalCents).toBe(485_000);
  });

  it('signs only what was seen, and a draft not at all', async () => {
    const job = await open();
    expect(await refusalOf(sign(job, { documentHash: '0'.repeat(64) }))).toMatchObject({ code: 'CONFLICT' });
    await job.caller.changes.cancel({ changeId: job.changeId });
    await create(job);
    expect(await refusalOf(sign(job))).toMatchObject({ code: 'CONFLICT' });
    expect((await page().get.query({ token: job.token })).change).toBeNull();
  });

  it('by two at once signs once', async () => {
    const job = await open();
    const answers = await Promise.allSettled([sign(job), sign(job), sign(job)]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await get(job)).totalCents).toBe(572_000);
    expect(await queuedFor(job)).toHaveLength(3);
  });

  it('works without scripts and in Spanish', async () => {
    const job = await open({ language: 'es' });
    const browser = app.browser();
    const html = await (await browser.fetch(`/estimate/${job.token}`)).text();
    for (const words of ['Leer y firmar el cambio', 'Nuevo total', 'Puerta doble', 'Se quita', 'cancelar'])
      expect(html).toContain(words);
    const post = (form: string, fields: Record<string, string>) =>
      browser.fetch(`/estimate/${job.token}/${form}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ language: 'es', ...fields }).toString(),
      });
    const documentHash = /name="documentHash" value="([0-9a-f]{64})"/.exec(html)?.[1] ?? '';
    const refused = await post('accept', { documentHash, name: 'Dana Whitfield', signature: '' });
    expect(refused.status).toBe(422);
    const answer = await post('accept', { documentHash, name: 'Dana Whitfield', signature: '', agreed: 'yes' });
    expect(answer.status).toBe(303);
    expect((await get(job)).totalCents).toBe(572_000);
    expect(await (await browser.fetch(`/estimate/${job.token}`)).text()).toContain('firmado electrónicamente');
  });

  it('is lost as a whole if its transaction fails', async () => {
    const job = await open();
    const owner = new pg.Client({ connectionString: app.database.url });
    await owner.connect();
    onTestFinished(() => owner.end());
    await owner.query(`create function break_signing() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create trigger break_signing before insert on messages for each row
        when (new.kind = 'change.agreed') execute function break_signing()`);
    expect(await refusalOf(sign(job))).toMatchObject({ code: 'UNKNOWN_ERROR' });
    await owner.query('drop trigger break_signing on messages');
    expect(await rowOf(job.changeId)).toMatchObject({ status: 'sent' });
    expect(await queuedFor(job)).toEqual(['change.sent email']);
    expect((await get(job)).totalCents).toBe(485_000);
    await sign(job);
    expect((await get(job)).totalCents).toBe(572_000);
  });
});

describe('making a change', () => {
  it('is refused while another is open, also at once', async () => {
    const job = await startJob();
    const made = await Promise.allSettled([create(job), create(job), create(job)]);
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusalOf(create(job))).toMatchObject({ code: 'CONFLICT' });
    expect(await refusalOf(job.caller.changes.start({ estimateId: job.estimateId }))).toMatchObject({
      code: 'CONFLICT',
    });
    const inserted = await app.deps.system
      .selectFrom('estimate_changes')
      .select('id')
      .where('estimate_id', '=', job.estimateId)
      .execute();
    expect(inserted).toHaveLength(1);
  });

  it('is refused with the reason for an estimate that isn’t a signed job', async () => {
    const shop = await startShop();
    const unsigned = { ...shop, ...(await sendTo(shop)) };
    expect(await refusalOf(create(unsigned))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('isn’t signed yet') as string,
    });
    app.clock.set(new Date(start.getTime() + 40 * DAY));
    expect(await refusalOf(create(unsigned))).toMatchObject({
      code: 'ESTIMATE_EXPIRED',
      message: expect.stringContaining('expired on') as string,
    });
    app.clock.set(start);
    const job = await startJob(shop);
    await job.caller.leads.update({ leadId: job.lead.id, outcome: 'lost' });
    expect(await refusalOf(create(job))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('was canceled') as string,
    });
    await page().decline.mutate({ token: unsigned.token });
    expect(await refusalOf(create(unsigned))).toMatchObject({ message: expect.stringContaining('declined') as string });
  });

  it('names the fields of what it can’t do, and keeps nothing', async () => {
    const job = await startJob();
    const refused = (input: Asked) => refusalOf(create(job, input));
    expect(await refused({})).toMatchObject({ fields: { runs: 'Add or remove something' } });
    expect(await refused({ removed: { runs: [{ feet: 400, heightFt: 6, materialId: job.wood.id }] } })).toMatchObject({
      fields: { 'removed.runs.0.feet': 'The job has 100 ft of this fence. Enter that or less' },
    });
    expect(await refused({ gates: [{ kind: 'slide' }] })).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await refused({ runs: [{ feet: -1 }] })).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await refused(credit(485_001))).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await job.caller.changes.list({ estimateId: job.estimateId })).changes).toEqual([]);
  });

  it('is for the company’s own jobs, and for members who work on leads', async () => {
    const job = await startJob();
    const { changeId } = await create(job);
    const other = await startShop();
    for (const refused of [
      () => other.caller.changes.create({ estimateId: job.estimateId, ...extra(100), note: '' }),
      () => other.caller.changes.send({ changeId }),
      () => other.caller.changes.cancel({ changeId }),
      () => other.caller.changes.list({ estimateId: job.estimateId }),
    ])
      expect(await refusalOf(refused())).toMatchObject({ code: 'NOT_FOUND' });
    const viewer = await app.a.member(job.company, 'viewer');
    const asViewer = await app.callerFor(job.company, { userId: viewer.userId, role: 'viewer' });
    expect(await refusalOf(asViewer.changes.send({ changeId }))).toMatchObject({ code: 'FORBIDDEN' });
    const sales = await app.a.member(job.company, 'sales');
    const asSales = await app.callerFor(job.company, { userId: sales.userId, role: 'sales' });
    await app.deps.system
      .updateTable('leads')
      .set({ assigned_to: job.company.user_id })
      .where('id', '=', job.lead.id)
      .execute();
    expect(await refusalOf(asSales.changes.send({ changeId }))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('can’t be altered once it is decided', async () => {
    const job = await startJob();
    const { changeId } = await create(job, credit(100));
    await expect(
      sql`update estimate_changes set total_cents = 1 where id = ${changeId}::uuid`.execute(app.deps.system),
    ).rejects.toThrow('fixed');
    await expect(
      sql`update estimate_changes set status = 'signed', sent_at = now(), valid_until = now(), decided_at = now()
        where id = ${changeId}::uuid`.execute(app.deps.system),
    ).rejects.toThrow('estimate_changes_credit');
    await job.caller.changes.send({ changeId });
    await expect(
      sql`update estimate_changes set status = 'canceled' where id = ${changeId}::uuid`.execute(app.deps.system),
    ).rejects.toThrow('fixed');
  });
});

describe('the papers', () => {
  it('have the change: the invoice, the signed copy and the CSV', async () => {
    const job = await startJob();
    const { changeId, number } = await create(job);
    await job.caller.changes.send({ changeId });
    await sign(job);
    const invoice = await inCompany(app.deps.db, job.company.id, async (tx) => {
      const { company, estimateId } = job;
      const print = await readInvoice(tx, { companyId: company.id, estimateId, at: app.clock.now() });
      if (!print) throw new Error('no invoice');
      return pdfText(await invoicePdf({ ...print, compress: false }));
    });
    for (const words of [number, 'Double gate', '$870.00', '$5,720.00']) expect(invoice).toContain(words);
    const pdf = await app.browser().fetch(`/estimate/${job.token}.pdf`);
    expect(pdf.status).toBe(200);
    const { csv } = await job.caller.leads.exportCsv({});
    expect(csv).toContain('5720.00');
    expect(csv).toContain(`Change ${number} $870.00`);
  });
});
