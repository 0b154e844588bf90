import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { type Caller, startTestApp, type TestApp, type TestBrowser } from '../../../../test/caller.ts';

let app: TestApp;
let other: TestApp;
let homeowner: TestBrowser;
let caller: Caller;
let lead: LeadRow;
let path: string;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ database: app.database });
  homeowner = app.browser();
});
afterAll(async () => {
  await other.close();
  await app.close();
});
beforeEach(async () => {
  const company = await app.a.company();
  const fence = { perimeter: 184, materialId: (await app.a.material(company)).id, gateCount: 1 };
  const options = ['Cedar', 'Vinyl', 'Steel'].map((label, index) => ({ ...fence, label, gateCount: index }));
  caller = await app.callerFor(company);
  lead = await app.a.lead(company);
  const { url } = await caller.estimates.send({ leadId: lead.id, ...fence, options });
  path = new URL(url).pathname;
  await sql`delete from rate_limits`.execute(app.deps.system);
});

const fetchPdf = async (browser = homeowner, query = '') => {
  const answer = await browser.fetch(`${path}.pdf${query}`);
  return { status: answer.status, content: Buffer.from(await answer.arrayBuffer()).toString('base64') };
};
// each rendered file is different, because pdfkit writes the current time into it
const different = (answers: readonly { content: string }[]) => new Set(answers.map(({ content }) => content)).size;

test('a version is rendered once, for simultaneous requests, later ones and another server', async () => {
  const atOnce = await Promise.all(Array.from({ length: 30 }, () => fetchPdf()));
  expect(new Set(atOnce.map(({ status }) => status))).toEqual(new Set([200]));
  const later = [await fetchPdf(), await fetchPdf(other.browser())];
  expect(different([...atOnce, ...later])).toBe(1);
});

test('is rendered again after a change: another option, a newer version, a signature', async () => {
  const { options } = await homeowner.trpc.estimatePage.get.query({ token: path.split('/').at(-1) ?? '' });
  const [first, second] = options;
  const before = await fetchPdf();
  expect(await fetchPdf(homeowner, `?option=${first?.id}`)).toEqual(before);
  const vinyl = await fetchPdf(homeowner, `?option=${second?.id}`);
  expect(different([before, vinyl])).toBe(2);
  const token = path.split('/').at(-1) ?? '';
  await homeowner.trpc.estimatePage.accept.mutate({ token, name: 'Dana', agreed: true, optionId: second?.id ?? '' });
  const signed = await fetchPdf();
  expect(different([before, vinyl, signed])).toBe(3);
  expect(await fetchPdf()).toEqual(signed);
});

test('renderings are limited by link and by network; existing ones are always served', async () => {
  const kept = await fetchPdf();
  const forget = () => sql`delete from estimate_pdfs`.execute(app.deps.system);
  const statuses: number[] = [];
  for (let drawing = 1; drawing <= 11; drawing += 1) {
    await forget();
    statuses.push((await fetchPdf()).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 429, 429]);
  expect(kept.status).toBe(200);
  await sql`delete from rate_limits`.execute(app.deps.system);
  const again = await fetchPdf();
  await sql`update rate_limits set points = 60 where key like 'estimate-pdf-network:%'`.execute(app.deps.system);
  expect(await fetchPdf()).toEqual(again);
  await forget();
  expect((await fetchPdf()).status).toBe(429);
});

test('at most eight renderings per estimate are kept, for at most 30 days', async () => {
  await fetchPdf();
  await sql`insert into estimate_pdfs (company_id, estimate_id, hash, content, drawn_at)
    select company_id, estimate_id, md5(n::text) || md5(n::text), content, drawn_at - n * interval '1 minute'
    from estimate_pdfs, generate_series(1, 12) n where estimate_id = (select id from estimates where lead_id = ${lead.id})`.execute(
    app.deps.system,
  );
  await sql`delete from estimate_pdfs where drawn_at = (select max(drawn_at) from estimate_pdfs)`.execute(
    app.deps.system,
  );
  await fetchPdf();
  const kept = () =>
    app.deps.system.selectFrom('estimate_pdfs').select('drawn_at').where('company_id', '=', lead.company_id).execute();
  expect(await kept()).toHaveLength(8);
  await sql`update estimate_pdfs set drawn_at = drawn_at - interval '31 days'`.execute(app.deps.system);
  const token = path.split('/').at(-1) ?? '';
  const { options } = await homeowner.trpc.estimatePage.get.query({ token });
  await fetchPdf(homeowner, `?option=${options[1]?.id}`);
  expect(await kept()).toHaveLength(1);
});

test('more PDFs of one company than can wait get a page that says to try again, and later the PDF', async () => {
  const company = await app.a.company();
  const materialId = (await app.a.material(company)).id;
  const owner = await app.callerFor(company);
  const links: string[] = [];
  for (let index = 0; index < 14; index += 1) {
    const { id: leadId } = await app.a.lead(company);
    const { url } = await owner.estimates.send({ leadId, perimeter: 184, materialId, gateCount: 1 });
    links.push(`${new URL(url).pathname}.pdf?lang=es`);
  }
  const opened = await Promise.all(links.map((link) => homeowner.fetch(link)));
  const later = opened.filter(({ status }) => status === 503);
  expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200, 503]));
  const page = (await later[0]?.text()) ?? '';
  expect(later[0]?.headers.get('retry-after')).toBe('5');
  expect(page).toContain('Intentar otra vez');
  expect(page).toContain(`href="${links[opened.indexOf(later[0] ?? Response.error())]}"`);
  for (const link of links) expect((await homeowner.fetch(link)).status).toBe(200);
});
