import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCompany } from '#core/platform/db/app.ts';
import { readInvoice } from '#core/features/balances/invoice.ts';
import { invoicePdf } from '#core/features/estimates/pdf/invoice-pdf.ts';
import { estimateIdSchema, paymentIdSchema } from '#shared/primitives/ids.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import type { Language } from '#shared/primitives/language.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { sign } from '../../../../test/payments.ts';
import { pdfText } from '../../../../test/pdf-text.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const startCompany = async () => {
  const company = await app.a.company();
  return { company, caller: await app.callerFor(company), material: await app.a.material(company) };
};
type Shop = Awaited<ReturnType<typeof startCompany>>;

/** Sends an estimate to a new lead, and has it signed unless told otherwise. */
const estimateOf = async ({ company, caller, material }: Shop, { signed = true } = {}) => {
  const lead = await app.a.lead(company);
  const { url, estimateId: id } = await caller.estimates.send({
    leadId: lead.id,
    perimeter: 100,
    materialId: material.id,
    gateCount: 1,
  });
  const path = new URL(url).pathname;
  const token = path.split('/').at(-1) ?? '';
  if (signed) await app.browser().trpc.estimatePage.accept.mutate({ token, name: 'Dana Whitfield', agreed: true });
  return { lead, estimateId: estimateIdSchema.parse(id), path };
};
type Sent = Awaited<ReturnType<typeof estimateOf>>;

/** Stores a signed estimate without the page, for tests that need many. */
const signedRow = async ({ company }: Shop): Promise<Pick<Sent, 'estimateId'>> => {
  const lead = await app.a.lead(company);
  const estimate = await app.a.estimate(company, lead);
  await sign({ deps: app.deps, app }, { company, lead, estimate });
  return { estimateId: estimate.id };
};

const fetchInvoice = async ({ path }: Sent) => {
  const answer = await app.browser().fetch(`${path}/invoice.pdf`);
  const file = /filename="(INV-\d+)\.pdf"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  const content = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  return { status: answer.status, file, content };
};
const textOf = ({ company }: Shop, { estimateId }: Sent, language?: Language) =>
  inCompany(app.deps.db, company.id, async (tx) => {
    const print = await readInvoice(tx, { companyId: company.id, estimateId, language, at: app.clock.now() });
    if (!print) throw new Error('no invoice');
    return pdfText(await invoicePdf({ ...print, compress: false }));
  });

describe('an invoice', () => {
  it('is made at the first look at a signed estimate’s, and keeps its number', async () => {
    const shop = await startCompany();
    const open = await estimateOf(shop, { signed: false });
    expect((await fetchInvoice(open)).status).toBe(404);
    expect((await app.browser().fetch('/estimate/unknown/invoice.pdf')).status).toBe(404);
    const first = await estimateOf(shop);
    const second = await estimateOf(shop);
    for (const [sent, file] of [
      [second, 'INV-1'],
      [first, 'INV-2'],
      [second, 'INV-1'],
    ] as const) {
      const invoice = await fetchInvoice(sent);
      expect([invoice.status, invoice.file]).toEqual([200, file]);
      expect(invoice.content.startsWith('%PDF-')).toBe(true);
    }
    expect((await fetchInvoice(await estimateOf(await startCompany()))).file).toBe('INV-1');
  });

  it('has the lines, the payments with what was refunded, and what is left, in both languages', async () => {
    const shop = await startCompany();
    const sent = await estimateOf(shop);
    const { estimateId } = sent;
    const { totalCents } = await shop.caller.estimates.get({ estimateId });
    const receivedOn = localDateOf(app.clock.now(), shop.company.time_zone);
    const check = { estimateId, method: 'check', reference: '#1042', receivedOn } as const;
    const { paymentId } = await shop.caller.payments.record({ ...check, cents: 100_000, idempotencyKey: 'a' });
    await shop.caller.payments.refund({
      paymentId: paymentIdSchema.parse(paymentId),
      cents: 2_500,
      idempotencyKey: 'b',
    });
    const text = await textOf(shop, sent);
    for (const piece of ['Invoice', 'INV-1', 'by check, #1042', '−$1,000.00', 'Refunded: ', '$25.00', 'Balance due'])
      expect(text).toContain(piece);
    const spanish = await textOf(shop, sent, 'es');
    for (const piece of ['Factura', 'con cheque, #1042', 'Reembolsado: ', 'Saldo por pagar'])
      expect(spanish).toContain(piece);
    await shop.caller.payments.record({ ...check, cents: totalCents - 97_500, idempotencyKey: 'c' });
    expect(await textOf(shop, sent)).toContain('Paid in full');
  });

  it('gets the numbers 1 to 100 for 100 at once, without a gap or a twin, and one for one estimate', async () => {
    const shop = await startCompany();
    const all: Pick<Sent, 'estimateId'>[] = [];
    for (let made = 0; made < 100; made += 1) all.push(await signedRow(shop));
    const read = ({ estimateId }: Pick<Sent, 'estimateId'>) =>
      inCompany(app.deps.db, shop.company.id, (tx) =>
        readInvoice(tx, { companyId: shop.company.id, estimateId, at: app.clock.now() }),
      );
    const numbers = await Promise.all([...all, ...all].map(async (sent) => (await read(sent))?.number));
    expect(new Set(numbers.slice(0, 100))).toEqual(new Set(Array.from({ length: 100 }, (_, at) => `INV-${at + 1}`)));
    expect(numbers.slice(100)).toEqual(numbers.slice(0, 100));
  }, 180_000);

  it('leaves no gap when the transaction that made it fails', async () => {
    const shop = await startCompany();
    await sql`delete from rate_limits`.execute(app.deps.system);
    const [lost, kept] = [await estimateOf(shop), await estimateOf(shop)];
    const fails = inCompany(app.deps.db, shop.company.id, async (tx) => {
      await readInvoice(tx, { companyId: shop.company.id, estimateId: lost.estimateId, at: app.clock.now() });
      throw new Error('killed');
    });
    await expect(fails).rejects.toThrow('killed');
    expect((await fetchInvoice(kept)).file).toBe('INV-1');
  });
});
