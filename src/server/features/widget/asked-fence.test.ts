import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { neutralBook, type PriceBook } from '#shared/features/pricing/price-book.ts';
import { widgetConfigView } from '#shared/features/widget/widget.schema.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';
import { type WidgetPosts, widgetPosts } from '../../../../test/widget-posts.ts';

let app: TestApp;
let company: CompanyRow;
let caller: Caller;
let widget: WidgetPosts;
let wood: { id: string };
let vinyl: { id: string };
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'loopback' } });
  widget = widgetPosts(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await app.a.company({ widget_instant_quotes: true });
  wood = await app.a.material(company, { name: 'Cedar' });
  vinyl = await app.a.material(company, { name: 'Vinyl' });
  caller = await app.callerFor(company);
});

/** The price book that the contract works its example with. */
const worked = (): PriceBook => {
  const neutral = neutralBook(35_000);
  return {
    ...neutral,
    heights: [6, 4].map((heightFt) => ({
      materialId: wood.id as PriceBook['heights'][number]['materialId'],
      heightFt,
      perFootCents: heightFt === 6 ? 3_200 : 2_400,
    })),
    gateKinds: neutral.gateKinds.map((kind) => (kind.key === 'double' ? { ...kind, priceCents: 90_000 } : kind)),
    removalPerFootCents: 400,
    corners: { cornerCents: 2_500, endCents: 0 },
    items: [
      { id: '0b0e6b0c-98f5-4d0b-8b2f-0d0f9d1f5a11', label: 'Permit', unit: 'job', cents: 7_500, optional: false },
    ],
  };
};
const save = async (book: PriceBook) => {
  const { version } = (await caller.pricing.get()).book;
  await caller.pricing.updateBook({ book, version });
};
const config = async (language = 'en') => {
  const answer = await fetch(`${app.url}/api/widget/v1/config/${company.contractor_id}?lang=${language}`);
  return widgetConfigView.parse(await answer.json());
};

const asked = () => ({
  perimeter: 140,
  gateCount: 1,
  materialId: wood.id,
  runs: [
    { feet: 100, heightFt: 6 },
    { feet: 40, heightFt: 4 },
  ],
  gates: [{ kind: 'walk' }],
  removalFeet: 60,
});

describe('a fence that a homeowner describes in runs', () => {
  it('costs what an estimate of the same runs costs, and is stored with the lead', async () => {
    await save(worked());
    const { leadId, estimate } = await widget.taken(widget.lead(company, asked()));
    expect(estimate?.totalCents).toBe(485_000);
    const lead = await caller.leads.get({ leadId });
    const { runs, gates, removalFeet } = asked();
    expect(lead).toMatchObject({ quoteCents: 485_000, measured: { drawing: null, runs, gates, removalFeet } });
    const preview = await caller.estimates.preview({ leadId, materialId: wood.id, runs, gates, removalFeet });
    expect(preview.totalCents).toBe(485_000);
  });

  it('costs the formula’s price at a neutral book, to the cent', async () => {
    const given = { ...asked(), runs: [{ feet: 100.33 }, { feet: 39.67 }], removalFeet: 0 };
    const { leadId, estimate } = await widget.taken(widget.lead(company, given));
    const { basePriceCents, gatePriceCents } = await caller.pricing.get();
    expect(estimate?.totalCents).toBe(140 * basePriceCents + gatePriceCents);
    expect((await caller.leads.get({ leadId })).measured).toEqual({
      drawing: null,
      runs: given.runs,
      gates: given.gates,
    });
  });

  it('takes the price of the gate’s kind', async () => {
    await save({ ...worked(), items: [], corners: { cornerCents: 0, endCents: 0 } });
    const { basePriceCents } = await caller.pricing.get();
    const given = { perimeter: 100, materialId: vinyl.id, gateCount: 2, gates: [{ kind: 'walk' }, { kind: 'double' }] };
    const { estimate } = await widget.taken(widget.lead(company, given));
    expect(estimate?.totalCents).toBe(100 * basePriceCents + 35_000 + 90_000);
  });

  it('keeps its price when the contractor corrects the ZIP code, and falls back to the length after the height is gone', async () => {
    await save(worked());
    const { leadId } = await widget.taken(widget.lead(company, asked()));
    expect((await caller.leads.update({ leadId, zip: '83702' })).quoteCents).toBe(485_000);
    await save({ ...worked(), heights: [], gateKinds: neutralBook(35_000).gateKinds, removalPerFootCents: 400 });
    const { basePriceCents } = await caller.pricing.get();
    const after = await caller.leads.update({ leadId, zip: '83703' });
    expect(after.quoteCents).toBe(100 * basePriceCents + 40 * basePriceCents + 35_000 + 60 * 400 + 2_500 + 7_500);
  });

  it.each([
    [
      'runs.1.heightFt',
      {
        runs: [
          { feet: 100, heightFt: 6 },
          { feet: 40, heightFt: 5 },
        ],
      },
      /4 ft, 6 ft/,
    ],
    ['runs.0.heightFt', { runs: [{ feet: 140, heightFt: 6.25 }] }, /half feet/],
    ['runs.0.heightFt', { runs: [{ feet: 140, heightFt: 12.5 }] }, /1 to 12/],
    ['gates.0.kind', { gates: [{ kind: 'cantilever' }] }, /walk, double/],
    ['runs.0.materialId', { runs: [{ feet: 140, materialId: 'ffffffff-ffff-4fff-8fff-ffffffffffff' }] }, /list/],
    ['runs', { runs: Array.from({ length: 41 }, () => ({ feet: 1 })) }, /40 runs/],
    ['removalFeet', { removalFeet: -1 }, /more than 0/],
    ['removalFeet', { removalFeet: 1.005 }, /more than 0/],
  ])('is refused at %s', async (path, given, words) => {
    await save(worked());
    const response = await widget.post(widget.lead(company, { ...asked(), ...given }));
    const { error } = (await response.json()) as { error: { code: string; fields: Record<string, string> } };
    expect([response.status, error.code]).toEqual([422, 'VALIDATION_FAILED']);
    expect(error.fields[path]).toMatch(words);
    expect(await widget.leads(company)).toEqual([]);
  });

  it('is refused in Spanish in the Spanish form', async () => {
    await save(worked());
    const given = { ...asked(), language: 'es', gates: [{ kind: 'cantilever' }] };
    const response = await widget.post(widget.lead(company, given));
    expect(await response.text()).toContain('Elija una de estas puertas: walk, double');
  });

  it('is refused with another company’s material', async () => {
    await save(worked());
    const theirs = await app.a.material(await app.a.company());
    const runs = [{ feet: 140, materialId: theirs.id }];
    expect((await widget.post(widget.lead(company, { ...asked(), runs }))).status).toBe(422);
  });

  it('is taken without a price where the company doesn’t work', async () => {
    await save({
      ...worked(),
      zones: [
        { zips: ['83702'], refuse: true },
        { zips: ['83703'], cents: 12_500 },
      ],
    });
    const refused = await widget.taken(widget.lead(company, { ...asked(), zip: '83702' }));
    expect(refused).toEqual({ leadId: refused.leadId });
    const far = await widget.taken(widget.lead(company, { ...asked(), zip: '83703' }));
    expect(far.estimate?.totalCents).toBe(485_000 + 12_500);
  });
});

describe('the widget’s settings', () => {
  it('ask for nothing more at a neutral book', async () => {
    const settings = await config();
    expect(settings.range).toBeNull();
    expect(settings.prices).toBeDefined();
    for (const name of ['heights', 'gateKinds', 'removal'] as const) expect(settings).not.toHaveProperty(name);
    expect(settings.prices).not.toHaveProperty('book');
  });

  it('name what the price book can price, without its zones', async () => {
    await save({
      ...worked(),
      range: { percent: 10 },
      zones: [{ zips: ['83702'], cents: 5_000 }],
    });
    const settings = await config();
    expect(settings).toMatchObject({
      range: { percent: 10 },
      heights: [
        { materialId: wood.id, heightFt: 6 },
        { materialId: wood.id, heightFt: 4 },
      ],
      gateKinds: [
        { key: 'walk', label: 'Walk gate' },
        { key: 'double', label: 'Double gate' },
      ],
      removal: true,
    });
    expect(JSON.stringify(settings)).not.toContain('83702');
  });

  it('name the built-in gates in the visitor’s language, and the contractor’s own as they are', async () => {
    const book = worked();
    const rolling = { key: 'rolling', label: 'Rolling gate', leaves: 1 as const, widthFt: 12, priceCents: 240_000 };
    const named = book.gateKinds.map((kind) => (kind.key === 'double' ? { ...kind, label: 'Drive gate' } : kind));
    await save({ ...book, gateKinds: [...named, rolling] });
    expect((await config('es')).gateKinds?.map(({ label }) => label)).toEqual([
      'Puerta peatonal',
      'Drive gate',
      'Rolling gate',
    ]);
  });
});
