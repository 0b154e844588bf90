import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { refusal, refusalOf } from '../../../../test/refusal.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { GAP } from '#core/features/deals/deal-order.ts';
import { MAX_DEALS } from '#shared/features/crm/crm.limits.ts';
import type { DealView, OrganizationView, PipelineView } from '#shared/features/crm/crm.schema.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';

let app: TestApp;
let company: CompanyRow;
let crm: Caller['crm'];
let org: OrganizationView;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await app.a.company();
  ({ crm } = await app.callerFor(company));
  org = await crm.organizations.create({ name: 'Treasure Valley Commercial' });
});

const code = (of: string) => ({ cause: { code: of } });

/** Returns the titles of the deals in each stage of a pipeline, in order and excluding lost deals. */
async function board(pipeline: PipelineView): Promise<Record<string, string[]>> {
  const deals = (await crm.deals.list({ orgId: org.id })).filter(({ status }) => status !== 'lost');
  const titles = (id: string) =>
    deals
      .filter(({ stageId }) => stageId === id)
      .toSorted((a, b) => a.position - b.position)
      .map(({ title }) => title);
  return Object.fromEntries(pipeline.stages.map(({ id, name }) => [name, titles(id)]));
}

const stageOf = (pipeline: PipelineView, name: string) => {
  const found = pipeline.stages.find((stage) => stage.name === name);
  if (!found) throw new Error(`no stage ${name}`);
  return found.id;
};

/** Creates a pipeline with these deals in its first stage, the first one at the top. */
async function filled(...titles: string[]): Promise<{ pipeline: PipelineView; deals: Record<string, DealView> }> {
  const pipeline = await crm.pipelines.create({ orgId: org.id, name: 'Bids' });
  const deals: Record<string, DealView> = {};
  for (const title of titles.toReversed())
    deals[title] = await crm.deals.create({ orgId: org.id, title, stageId: stageOf(pipeline, 'Lead in') });
  return { pipeline, deals };
}

const idOf = (deals: Record<string, DealView>, title: string) => {
  const deal = deals[title];
  if (!deal) throw new Error(`no deal ${title}`);
  return deal.id;
};

describe('organizations', () => {
  test('are listed oldest first with their creator, renamed, and deleted with their contents (spec:3.19 spec:7.7 spec:7.8)', async () => {
    expect(org).toEqual({
      id: expect.any(String) as string,
      name: 'Treasure Valley Commercial',
      createdAt: app.clock.now().toISOString(),
      createdBy: company.user_id,
    });
    const second = await crm.organizations.create({ name: '  Acme  ' });
    expect(await crm.organizations.list()).toEqual([org, { ...second, name: 'Acme' }]);
    expect(await crm.organizations.update({ orgId: second.id, name: 'Acme HOA' })).toMatchObject({ name: 'Acme HOA' });
    await crm.deals.create({ orgId: org.id, title: 'Fence' });
    await crm.organizations.delete({ orgId: org.id });
    expect((await crm.organizations.list()).map(({ name }) => name)).toEqual(['Acme HOA']);
    await expect(crm.deals.list({ orgId: org.id })).rejects.toMatchObject(code('NOT_FOUND'));
    await expect(crm.organizations.delete({ orgId: org.id })).rejects.toMatchObject(code('NOT_FOUND'));
  });

  test('require a signed-in user, and say so (spec:5.16 spec:6.9 spec:8.27)', async () => {
    const { trpc } = app.browser();
    expect(await refusal(trpc.crm.organizations.create.mutate({ name: 'Nobody’s' }))).toMatchObject({
      message: 'Please log in to create an organization.',
      data: { code: 'UNAUTHENTICATED' },
    });
    for (const call of [
      trpc.crm.organizations.list.query(),
      trpc.crm.pipelines.list.query({ orgId: org.id }),
      trpc.crm.deals.list.query({ orgId: org.id }),
      trpc.crm.deals.create.mutate({ orgId: org.id, title: 'Smuggled' }),
    ])
      expect((await refusal(call)).data?.code).toBe('UNAUTHENTICATED');
  });
});

test('names are trimmed and required, amounts are optional whole cents of 0 or more (spec:5.16)', async () => {
  const { pipeline } = await filled();
  expect((await crm.pipelines.create({ orgId: org.id, name: ' Service calls ' })).name).toBe('Service calls');
  expect((await crm.deals.create({ orgId: org.id, title: ' Gate  repair ' })).title).toBe('Gate  repair');
  expect((await crm.deals.create({ orgId: org.id, title: 'Free', amountCents: 0 })).amountCents).toBe(0);
  for (const expectedClose of ['0000-01-01', '2026-02-30'])
    expect(await refusalOf(crm.deals.create({ orgId: org.id, title: 'Gate', expectedClose }))).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  expect((await crm.deals.create({ orgId: org.id, title: 'Later' })).amountCents).toBeNull();
  const id = pipeline.stages[0]?.id;
  for (const call of [
    crm.organizations.create({ name: ' \t ' }),
    crm.organizations.create({ name: 'x'.repeat(121) }),
    crm.pipelines.create({ orgId: org.id, name: '' }),
    crm.pipelines.update({ pipelineId: pipeline.id, stages: [{ id, name: ' ' }] }),
    crm.deals.create({ orgId: org.id, title: '\u200b' }),
    crm.deals.create({ orgId: org.id, title: 'Below', amountCents: -1 }),
    crm.deals.create({ orgId: org.id, title: 'Half', amountCents: 0.5 }),
    crm.deals.create({ orgId: org.id, title: 'Huge', amountCents: 1e12 }),
  ])
    await expect(call).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

describe('pipelines', () => {
  test('are listed oldest first with the default stages (spec:3.19 spec:7.9 spec:7.10)', async () => {
    const first = await crm.pipelines.create({ orgId: org.id, name: 'HOA and commercial bids' });
    const second = await crm.pipelines.create({ orgId: org.id, name: 'Service calls' });
    expect(await crm.pipelines.list({ orgId: org.id })).toEqual([first, second]);
    expect(first).toMatchObject({ orgId: org.id, createdAt: app.clock.now().toISOString() });
    expect(first.stages.map(({ name, won }) => [name, won])).toEqual([
      ['Lead in', false],
      ['Measured', false],
      ['Bid sent', false],
      ['Won', true],
    ]);
    await crm.pipelines.delete({ pipelineId: first.id });
    expect(await crm.pipelines.list({ orgId: org.id })).toEqual([second]);
  });

  test('stages are renamed, added, ordered and removed; a removed stage’s deals move to the previous stage', async () => {
    const { pipeline, deals } = await filled('Oak', 'Elm');
    const [lead, measured, bid, won] = pipeline.stages.map(({ id }) => id);
    for (const title of ['Elm', 'Oak'])
      await crm.deals.move({ dealId: idOf(deals, title), stageId: stageOf(pipeline, 'Bid sent') });
    await crm.deals.create({ orgId: org.id, title: 'Ash', stageId: measured });
    const changed = await crm.pipelines.update({
      pipelineId: pipeline.id,
      name: 'HOA bids',
      stages: [
        { id: measured, name: 'Walked' },
        { name: 'Board meets' },
        { id: lead, name: 'Lead in' },
        { id: won, name: 'Signed' },
      ],
      removeStages: bid ? [bid] : [],
    });
    expect(changed.name).toBe('HOA bids');
    expect(changed.stages.map(({ name, won: isWon }) => `${name}${isWon ? '!' : ''}`)).toEqual([
      'Walked',
      'Board meets',
      'Lead in',
      'Signed!',
    ]);
    expect(await board(changed)).toEqual({
      Walked: ['Ash', 'Oak', 'Elm'],
      'Board meets': [],
      'Lead in': [],
      Signed: [],
    });
    expect(await crm.pipelines.list({ orgId: org.id })).toEqual([changed]);
  });

  test('a stage just added in another browser isn’t removed by an older list', async () => {
    const { pipeline } = await filled();
    const known = pipeline.stages.map(({ id, name }) => ({ id, name }));
    await crm.pipelines.update({ pipelineId: pipeline.id, stages: [...known, { name: 'Permit' }] });
    const after = await crm.pipelines.update({ pipelineId: pipeline.id, stages: known.toReversed() });
    expect(after.stages.map(({ name }) => name)).toEqual(['Bid sent', 'Measured', 'Lead in', 'Permit', 'Won']);
  });

  test('keep the won stage, and one before it', async () => {
    const { pipeline } = await filled();
    const ids = pipeline.stages.map(({ id }) => id);
    const { id: pipelineId } = pipeline;
    await expect(crm.pipelines.update({ pipelineId, removeStages: ids.slice(3) })).rejects.toMatchObject(
      code('CONFLICT'),
    );
    await expect(crm.pipelines.update({ pipelineId, removeStages: ids.slice(0, 3) })).rejects.toMatchObject(
      code('CONFLICT'),
    );
    const tooMany = Array.from({ length: 9 }, (_, index) => ({ name: `Stage ${index}` }));
    await expect(crm.pipelines.update({ pipelineId, stages: tooMany })).rejects.toMatchObject({
      cause: { fields: { stages: 'Use at most 12 stages' } },
    });
    expect((await crm.pipelines.list({ orgId: org.id }))[0]).toEqual(pipeline);
  });
});

describe('deals', () => {
  test('are listed newest first, each with its status and its lead (spec:3.19 spec:7.11 spec:7.12)', async () => {
    const { pipeline } = await filled();
    const lead = await app.a.lead(company, { name: 'Marisol Vega', perimeter_ft: 640, material_type: 'Black Metal' });
    const first = await crm.deals.create({ orgId: org.id, title: 'Cottonwood Storage', amountCents: 2_130_000 });
    app.clock.advance(HOUR);
    const second = await crm.deals.create({
      orgId: org.id,
      title: 'Riverbend',
      stageId: stageOf(pipeline, 'Won'),
      leadId: lead.id,
      note: ' Waiting on the HOA board ',
    });
    const listed = await crm.deals.list({ orgId: org.id });
    expect(listed).toEqual([second, first]);
    expect(first).toMatchObject({
      status: 'open',
      stageId: pipeline.stages[0]?.id,
      amountCents: 2_130_000,
      lead: null,
    });
    expect(second).toMatchObject({
      status: 'won',
      note: 'Waiting on the HOA board',
      lead: { id: lead.id, name: 'Marisol Vega', perimeter: 640, materialType: 'Black Metal' },
    });
  });

  test('an organization’s first deal creates one pipeline, even if two deals are created at once', async () => {
    const [one, other] = await Promise.all(['One', 'Other'].map((title) => crm.deals.create({ orgId: org.id, title })));
    const pipelines = await crm.pipelines.list({ orgId: org.id });
    expect(pipelines.map(({ name }) => name)).toEqual(['Deals']);
    expect([one?.pipelineId, other?.pipelineId]).toEqual([pipelines[0]?.id, pipelines[0]?.id]);
    expect(new Set([one?.position, other?.position]).size).toBe(2);
  });

  test('move to the top of a stage, above another deal or to the end, and the days in the stage restart', async () => {
    const { pipeline, deals } = await filled('Ash', 'Elm', 'Oak');
    const [lead, measured] = [stageOf(pipeline, 'Lead in'), stageOf(pipeline, 'Measured')];
    app.clock.advance(2 * DAY);
    const ash = await crm.deals.move({ dealId: idOf(deals, 'Ash'), stageId: measured });
    expect(ash.stageSince).toBe(app.clock.now().toISOString());
    await crm.deals.move({ dealId: idOf(deals, 'Oak'), stageId: measured });
    expect(await board(pipeline)).toMatchObject({ 'Lead in': ['Elm'], Measured: ['Oak', 'Ash'] });
    await crm.deals.move({ dealId: idOf(deals, 'Elm'), stageId: measured, before: ash.id });
    expect(await board(pipeline)).toMatchObject({ 'Lead in': [], Measured: ['Oak', 'Elm', 'Ash'] });
    await crm.deals.move({ dealId: idOf(deals, 'Oak'), stageId: measured, before: null });
    expect(await board(pipeline)).toMatchObject({ Measured: ['Elm', 'Ash', 'Oak'] });
    // Undo also restores the day on which the deal entered the stage
    const back = await crm.deals.move({ dealId: ash.id, stageId: lead, before: null, since: deals['Ash']?.stageSince });
    expect(back.stageSince).toBe(deals['Ash']?.stageSince);
    expect(await board(pipeline)).toMatchObject({ 'Lead in': ['Ash'], Measured: ['Elm', 'Oak'] });
  });

  test('move to another pipeline of the same organization, never to another organization', async () => {
    const { pipeline, deals } = await filled('Ash');
    const service = await crm.pipelines.create({ orgId: org.id, name: 'Service calls' });
    const moved = await crm.deals.move({ dealId: idOf(deals, 'Ash'), stageId: stageOf(service, 'Won') });
    expect(moved).toMatchObject({ pipelineId: service.id, status: 'won' });
    expect(await board(pipeline)).toMatchObject({ 'Lead in': [] });
    const otherOrg = await crm.organizations.create({ name: 'Elsewhere' });
    const elsewhere = await crm.pipelines.create({ orgId: otherOrg.id, name: 'Bids' });
    await expect(crm.deals.move({ dealId: moved.id, stageId: stageOf(elsewhere, 'Won') })).rejects.toMatchObject(
      code('NOT_FOUND'),
    );
    await expect(
      crm.deals.create({ orgId: org.id, title: 'Stray', stageId: stageOf(elsewhere, 'Won') }),
    ).rejects.toMatchObject(code('NOT_FOUND'));
  });

  test('are redistributed in order if there’s no position between neighbors', async () => {
    const { pipeline, deals } = await filled('Ash', 'Elm', 'Oak');
    await sql`update deals set position = ranked.rank
      from (select id, row_number() over (order by position) as rank from deals where org_id = ${org.id}) as ranked
      where deals.id = ranked.id`.execute(app.deps.system);
    const stageId = stageOf(pipeline, 'Lead in');
    await crm.deals.move({ dealId: idOf(deals, 'Oak'), stageId, before: idOf(deals, 'Elm') });
    expect(await board(pipeline)).toMatchObject({ 'Lead in': ['Ash', 'Oak', 'Elm'] });
    const positions = (await crm.deals.list({ orgId: org.id })).map(({ position }) => position);
    expect(positions.toSorted((a, b) => a - b)).toEqual([0, GAP, 2 * GAP]);
  });

  test('moved simultaneously each have one position, and everyone sees the same order', async () => {
    const titles = ['Ash', 'Elm', 'Fir', 'Oak'];
    const { pipeline, deals } = await filled(...titles);
    const stages = pipeline.stages.map(({ id }) => id);
    const moves = Array.from({ length: 24 }, (_, index) => {
      const stageId = stages[index % 3] ?? '';
      const before = deals[titles[(index * 3 + 1) % 4] ?? ''];
      return crm.deals.move({ dealId: idOf(deals, titles[index % 4] ?? ''), stageId, before: before?.id });
    });
    await Promise.all(moves);
    const stands = Object.values(await board(pipeline)).flat();
    expect(stands.toSorted()).toEqual(titles);
    const { rows } =
      await sql`select from deals where org_id = ${org.id} group by stage_id, position having count(*) > 1`.execute(
        app.deps.system,
      );
    expect(rows).toEqual([]);
  });

  test('are edited, marked as lost, restored and deleted', async () => {
    const { pipeline, deals } = await filled('Ash', 'Elm');
    const dealId = idOf(deals, 'Ash');
    expect(await crm.deals.update({ dealId, title: 'Ash St', amountCents: 945_000, note: 'Call Tue' })).toMatchObject({
      title: 'Ash St',
      amountCents: 945_000,
      note: 'Call Tue',
      status: 'open',
    });
    expect(await crm.deals.update({ dealId, amountCents: null, note: '' })).toMatchObject({
      title: 'Ash St',
      amountCents: null,
      note: '',
    });
    expect(await crm.deals.update({ dealId, lost: true })).toMatchObject({
      status: 'lost',
      lostAt: app.clock.now().toISOString(),
    });
    expect(await board(pipeline)).toMatchObject({ 'Lead in': ['Elm'] });
    expect((await crm.deals.move({ dealId, stageId: stageOf(pipeline, 'Bid sent') })).status).toBe('open');
    await crm.deals.delete({ dealId });
    expect((await crm.deals.list({ orgId: org.id })).map(({ title }) => title)).toEqual(['Elm']);
    await expect(crm.deals.update({ dealId, title: 'Gone' })).rejects.toMatchObject(code('NOT_FOUND'));
  });

  test('are limited to what one board can show', async () => {
    const { pipeline } = await filled();
    await sql`insert into deals (company_id, org_id, pipeline_id, stage_id, title, position, stage_since, created_at)
      select ${company.id}, ${org.id}, ${pipeline.id}, ${pipeline.stages[0]?.id}, 'Deal ' || n, n, now(), now()
      from generate_series(1, ${MAX_DEALS}) n`.execute(app.deps.system);
    await expect(crm.deals.create({ orgId: org.id, title: 'One more' })).rejects.toMatchObject(code('CONFLICT'));
    expect(await crm.deals.list({ orgId: org.id })).toHaveLength(MAX_DEALS);
  });
});

test('a row can’t reference another company’s row, whoever writes it', async () => {
  const { pipeline } = await filled('Ash');
  const stranger = await app.a.company();
  const lead = await app.a.lead(stranger);
  const theirs = await app.callerFor(stranger);
  const theirOrg = await theirs.crm.organizations.create({ name: 'Theirs' });
  const stage = pipeline.stages[0]?.id;
  for (const statement of [
    sql`update deals set lead_id = ${lead.id} where org_id = ${org.id}`,
    sql`update deals set org_id = ${theirOrg.id} where org_id = ${org.id}`,
    sql`update deals set company_id = ${stranger.id} where org_id = ${org.id}`,
    sql`insert into deals (company_id, org_id, pipeline_id, stage_id, title, position, stage_since, created_at)
      values (${stranger.id}, ${theirOrg.id}, ${pipeline.id}, ${stage}, 'Smuggled', 0, now(), now())`,
    sql`insert into pipelines (company_id, org_id, name, created_at) values (${stranger.id}, ${org.id}, 'Smuggled', now())`,
  ])
    await expect(statement.execute(app.deps.system)).rejects.toThrow(/foreign key/);
});

test('the company’s open dashboards are notified of each change, and no others are (spec:2.40)', async () => {
  const stop = new AbortController();
  const stranger = await app.a.company();
  const mine = app.deps.leadChanges.subscribe(company.id, stop.signal);
  const theirs = app.deps.leadChanges.subscribe(stranger.id, stop.signal);
  const heard = async (of: typeof mine) => (await of.next()).value;
  expect(await heard(mine)).toEqual({ leadId: null });
  expect(await heard(theirs)).toEqual({ leadId: null });
  const { pipeline, deals } = await filled('Ash');
  const dealId = idOf(deals, 'Ash');
  for (const change of [
    () => crm.deals.move({ dealId, stageId: stageOf(pipeline, 'Won') }),
    () => crm.pipelines.update({ pipelineId: pipeline.id, stages: [{ name: 'Permit' }] }),
    () => crm.organizations.delete({ orgId: org.id }),
  ]) {
    expect(await heard(mine)).toEqual({ crm: true });
    await change();
  }
  const quiet = heard(theirs);
  await (await app.callerFor(stranger)).crm.organizations.create({ name: 'Theirs' });
  expect(await quiet).toEqual({ crm: true });
  stop.abort();
});
