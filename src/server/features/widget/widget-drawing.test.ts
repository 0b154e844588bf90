import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { planeAt, type Position } from '#shared/features/drawing/earth.ts';
import { toDrawing } from '#shared/features/drawing/fence-drawing.ts';
import { DRAWING_LIMITS } from '#shared/features/drawing/fence-drawing.schema.ts';
import type { FenceLine } from '#shared/features/drawing/fence-line.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';
import { type WidgetPosts, widgetPosts } from '../../../../test/widget-posts.ts';

const PLACE: Position = [-116.2145, 43.6152];
const BACKYARD: FenceLine = {
  points: [
    [0, 57],
    [0, 0],
    [70, 0],
    [70, 57],
  ],
  closed: false,
  gates: [{ atFeet: 92, kind: 'walk' }],
};
const drawing = toDrawing([BACKYARD], planeAt(PLACE), true);
const measured = { drawing, runs: [{ feet: 184 }], gates: [{ kind: 'walk' }] };

let app: TestApp;
let company: CompanyRow;
let caller: Caller;
let widget: WidgetPosts;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'loopback' } });
  widget = widgetPosts(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await app.a.company({ widget_instant_quotes: true });
  await app.a.material(company);
  caller = await app.callerFor(company);
});

const refusedFields = async (given: object): Promise<Record<string, string>> => {
  const response = await widget.post(widget.lead(company, { ...measured, ...given }));
  expect(response.status).toBe(422);
  const { error } = (await response.json()) as { error: { fields: Record<string, string> } };
  return error.fields;
};

describe('a fence drawn by a homeowner', () => {
  it('is stored with the lead, with its runs and gates, and its length is measured on the server', async () => {
    const [run] = drawing.features;
    const boast = { ...drawing, features: [{ ...run, properties: { ...run?.properties, feet: 5_000 } }] };
    const { leadId, estimate } = await widget.taken(widget.lead(company, { ...measured, drawing: boast }));
    expect(estimate).toMatchObject({ perimeter: 184, gateCount: 1 });
    const lead = await caller.leads.get({ leadId });
    expect(lead.drawing).toEqual(drawing);
    expect(lead.measured).toEqual(measured);
    expect((await caller.leads.list({})).items[0]?.drawing).toEqual(drawing);
  });

  it('is optional: a length is enough for a lead', async () => {
    const { leadId } = await widget.taken(widget.lead(company));
    expect(await caller.leads.get({ leadId })).toMatchObject({ drawing: null, measured: null, perimeter: 184 });
  });

  it('must add up to the length', async () => {
    for (const given of [{ perimeter: 190 }, { runs: [{ feet: 100 }, { feet: 90 }] }, { perimeter: 400, runs: [] }])
      expect(Object.keys(await refusedFields(given))).toEqual(['perimeter']);
    expect(Object.keys(await refusedFields({ gateCount: 3 }))).toEqual(['gateCount']);
    expect((await widget.post(widget.lead(company, { ...measured, perimeter: 184.9 }))).status).toBe(201);
  });

  it('is refused if it’s invalid, and accepted if it’s large', async () => {
    const bad = {
      ...drawing,
      features: [{ ...drawing.features[0], geometry: { type: 'Point', coordinates: [0, 0] } }],
    };
    expect(Object.keys(await refusedFields({ drawing: bad }))[0]).toMatch(/^drawing/);
    const long: FenceLine = {
      points: Array.from({ length: DRAWING_LIMITS.points }, (_, index) => [index, (index % 2) * 3]),
      closed: false,
      gates: Array.from({ length: 100 }, (_, atFeet) => ({ atFeet, kind: 'walk' })),
    };
    const large = toDrawing([long], planeAt(PLACE), true);
    const perimeter = large.features[0]?.properties.feet ?? 0;
    await widget.taken(widget.lead(company, { drawing: large, perimeter, gateCount: 0 }));
  });

  it('is stored with a held lead', async () => {
    const { leadId } = await widget.taken(widget.lead(company, { ...measured, website: 'https://spam.example' }));
    expect(await caller.leads.get({ leadId })).toMatchObject({ held: true, drawing });
  });

  it('is stored once for a repeated request, and replaced by the same person’s newer measurement', async () => {
    const form = widget.lead(company, measured);
    const { leadId } = await widget.taken(form);
    expect((await widget.taken(form)).leadId).toBe(leadId);
    const { idempotencyKey, ticket } = widget.lead(company);
    const typed = { ...form, idempotencyKey, ticket, perimeter: 200, drawing: undefined, runs: undefined, gates: [] };
    expect((await widget.taken(typed)).leadId).toBe(leadId);
    expect(await caller.leads.get({ leadId })).toMatchObject({ perimeter: 200, measured: null, drawing: null });
  });

  it('is kept when leads are merged and the older one has no fence', async () => {
    const older = await caller.leads.create({ name: 'Dana Whitfield', email: 'dana@example.com' });
    app.clock.advance(1_000);
    const { leadId: otherLeadId } = await widget.taken(widget.lead(company, measured));
    await caller.leads.merge({ leadId: older.id, otherLeadId });
    expect(await caller.leads.get({ leadId: older.id })).toMatchObject({ drawing, perimeter: 184 });
  });

  it('is kept without its runs and gates when the contractor changes the length', async () => {
    const { leadId } = await widget.taken(widget.lead(company, measured));
    const lead = await caller.leads.update({ leadId, perimeter: 220, gateCount: 2 });
    expect(lead.measured).toEqual({ drawing, runs: [], gates: [] });
  });
});

describe('the drawing on an estimate', () => {
  const send = async (perimeter: number) => {
    const { leadId } = await widget.taken(widget.lead(company, measured));
    const { materialId } = await caller.leads.get({ leadId });
    return caller.estimates.send({ leadId, perimeter, materialId: materialId ?? '', gateCount: 1 });
  };
  const stored = async (estimateId: string) =>
    (await app.deps.system.selectFrom('estimates').select(['id', 'drawing']).execute()).find(
      ({ id }) => id === estimateId,
    )?.drawing;

  it('is copied into a version with the same length, and can’t be changed there', async () => {
    const { estimateId } = await send(184);
    expect(await stored(estimateId)).toEqual(drawing);
    await expect(
      app.deps.system.updateTable('estimates').set({ drawing: null }).where('company_id', '=', company.id).execute(),
    ).rejects.toThrow(/fixed once it is sent/);
  });

  it('is shown with its dimensions on the homeowner’s page and in the PDF', async () => {
    const { url } = await send(184);
    const path = new URL(url).pathname;
    const page = await (await app.browser().fetch(path)).text();
    expect(page).toContain('Top view of the fence, 184 ft');
    expect(page.match(/class="feet"[^>]*>(57|70) ft</g)).toHaveLength(6);
    const pdf = await app.browser().fetch(`${path}.pdf`);
    expect(pdf.status).toBe(200);
    const other = await send(250);
    expect(await (await app.browser().fetch(new URL(other.url).pathname)).text()).not.toContain('from above');
  });

  it('is omitted from a version with a different length', async () => {
    const { estimateId } = await send(250);
    expect(await stored(estimateId)).toBeNull();
  });
});
