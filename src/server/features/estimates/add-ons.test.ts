import { afterAll, beforeAll, expect, it } from 'vitest';
import { neutralBook } from '#shared/features/pricing/price-book.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { refusalOf } from '../../../../test/refusal.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('prices by the saved book, counts ticked add-ons, and signs exactly those', async () => {
  const company = await app.a.company();
  const wood = await app.a.material(company, { name: 'Cedar' });
  const lead = await app.a.lead(company, { name: 'Marisol Vega' });
  const caller = await app.callerFor(company);
  const { book: before } = await caller.pricing.get();
  const book = {
    ...neutralBook(35_000),
    heights: [{ materialId: wood.id, heightFt: 6, perFootCents: 3_200 }],
    tax: { bps: 600, on: 'all' as const, text: '' },
  };
  const { version } = await caller.pricing.updateBook({ book, version: before.version });
  await expect(caller.pricing.updateBook({ book, version: before.version })).rejects.toThrow('another window');
  expect(await caller.pricing.get()).toMatchObject({ gatePriceCents: 35_000, book: { ...book, version } });
  const theirs = await app.a.material(await app.a.company());
  const foreign = { ...book, heights: [{ materialId: theirs.id, heightFt: 6, perFootCents: 3_200 }] };
  const refused = await refusalOf(caller.pricing.updateBook({ book: foreign, version }));
  expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual([
    'VALIDATION_FAILED',
    ['book.heights.0.materialId'],
  ]);

  const input = {
    leadId: lead.id,
    runs: [{ feet: 100, heightFt: 6, materialId: wood.id }],
    gates: [{ kind: 'walk', run: 0 }],
    addOns: [{ label: 'Post caps', quantity: 10, unitCents: 1_000 }],
  };
  // $3,200 + $350, and 6% tax
  expect(await caller.estimates.preview(input)).toMatchObject({ subtotalCents: 355_000, totalCents: 376_300 });
  const sent = await caller.estimates.send(input);
  const path = new URL(sent.url).pathname;
  const token = path.split('/').at(-1) ?? '';
  const page = app.browser().trpc.estimatePage;
  const shown = await page.get.query({ token });
  expect(shown).toMatchObject({ totalCents: 376_300, addOnIds: [] });
  const id = shown.lines.find(({ kind }) => kind === 'addOn')?.addOn ?? '';
  const form = new URLSearchParams({ addOn: id });
  const answer = await fetch(`${app.url}${path}/choose`, { method: 'POST', body: form });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('$3,869.00');
  expect(await page.get.query({ token })).toMatchObject({ totalCents: 386_900, addOnIds: [id] });
  const signing = { token, name: 'Marisol Vega', agreed: true };
  await expect(page.accept.mutate(signing)).rejects.toMatchObject({ data: { code: 'CONFLICT' } });
  await page.accept.mutate({ ...signing, addOnIds: [id] });
  const signed = await page.choose.mutate({ token, addOnIds: [] });
  expect(signed).toMatchObject({ totalCents: 386_900, addOnIds: [id] });
});
