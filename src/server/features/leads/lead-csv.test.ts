import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addOptOut } from '#core/features/permission/opt-out.repository.ts';
import { inCompany } from '#core/platform/db/app.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { readCsv } from '#shared/features/leads/lead-csv.file.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';
import type { AnyTimelineData } from '#shared/features/timeline/timeline.schema.ts';

let app: TestApp;
let company: CompanyRow;
let caller: Caller;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await app.a.company();
  caller = await app.callerFor(company);
});

const HEAD = 'Name,Email,Phone,Perimeter,Gates,Material,SMS consent,SMS consent date,Date added,Notes';
const FILE = `${HEAD}
Ann Lee,ann@example.com,(208) 555-0101,100,1,vinyl,verbal,2026-11-02,2026-10-05,"Side gate,
by the alley"
Bo,not an address,,,,,,,,
Cy,cy@example.com,,,,,,,,
`;

const stored = (of: CompanyRow) =>
  app.deps.system.selectFrom('leads').selectAll().where('company_id', '=', of.id).orderBy('name').execute();

describe('an import', () => {
  test('adds valid rows, reports invalid ones, and sends no messages', async () => {
    const material = await app.a.material(company, { name: 'Vinyl', premium_cents: 1_000 });
    const answer = await caller.leads.importCsv({ csv: FILE });
    expect(answer).toMatchObject({ added: 2, already: 0, wrong: 1 });
    expect(answer.rows.map(({ row, outcome }) => [row, outcome])).toEqual([
      [2, 'added'],
      [3, 'wrong'],
      [4, 'added'],
    ]);
    expect(answer.rows[1]?.fields).toEqual({ email: 'Enter an email address, such as dana@example.com' });
    const { items } = await caller.leads.list({ sort: 'name' });
    expect(items).toMatchObject([
      {
        id: answer.rows[0]?.leadId,
        name: 'Ann Lee',
        phone: '+12085550101',
        materialId: material.id,
        materialType: 'Vinyl',
        quoteCents: 206_200,
        notes: 'Side gate,\nby the alley',
        source: 'csv',
        status: 'new',
        createdAt: '2026-10-05T18:00:00.000Z',
        sms: { allowed: true, consentAt: '2026-11-02T19:00:00.000Z' },
      },
      { name: 'Cy', quoteCents: null, createdAt: app.clock.now().toISOString(), sms: { allowed: false } },
    ]);
    const timeline = await caller.leads.timeline({ leadId: items[0]?.id ?? '' });
    expect(
      new Set(
        timeline.items.map(({ kind, data }: { kind: string; data: AnyTimelineData }) => `${kind} ${data.source}`),
      ),
    ).toEqual(new Set(['lead_created csv', 'opted_in verbal']));
    const queued = await app.deps.system
      .selectFrom('messages')
      .select('id')
      .where('company_id', '=', company.id)
      .execute();
    expect(queued).toEqual([]);
    expect(app.enqueued).not.toContain(company.id);
  });

  test('a row repeated, concurrent or in another file creates one lead', async () => {
    const first = await caller.leads.importCsv({ csv: FILE, duplicates: 'add' });
    const [again, atOnce, other] = await Promise.all([
      caller.leads.importCsv({ csv: FILE, duplicates: 'add' }),
      caller.leads.importCsv({ csv: `${FILE}Di,di@example.com,,,,,,,,\n`, duplicates: 'add' }),
      caller.leads.importCsv({ csv: `${FILE}Di,di@example.com,,,,,,,,\n`, duplicates: 'add' }),
    ]);
    expect(again).toMatchObject({ added: 0, already: 2 });
    expect(again.rows.map((row) => row.again)).toEqual([true, false, true]);
    expect(again.rows[0]?.leadId).toBe(first.rows[0]?.leadId);
    expect(atOnce.added + other.added).toBe(1);
    expect((await stored(company)).map(({ name }) => name)).toEqual(['Ann Lee', 'Cy', 'Di']);
  });

  test('skips existing leads, or adds them on request', async () => {
    const there = await app.a.lead(company, { email: 'ann@example.com', phone: '+12085550109' });
    const csv =
      'Name,Email,Phone\nAnn,ANN@example.com,\nBea,bea@example.com,208-555-0109\nCy,cy@example.com,\nCy Two,cy@example.com,';
    const skipped = await caller.leads.importCsv({ csv });
    expect(skipped.rows.map(({ outcome }) => outcome)).toEqual(['already', 'already', 'added', 'already']);
    expect(skipped.rows.map(({ leadId }) => leadId)).toEqual([
      there.id,
      there.id,
      skipped.rows[2]?.leadId,
      skipped.rows[2]?.leadId,
    ]);
    expect(await caller.leads.importCsv({ csv, duplicates: 'add' })).toMatchObject({ added: 3, already: 1 });
  });

  test('lifts no opt-out, whatever consent the file states (C13)', async () => {
    await inCompany(app.deps.db, company.id, (tx) =>
      addOptOut(tx, {
        companyId: company.id,
        channel: 'sms',
        address: '+12085550101',
        source: 'reply',
        at: new Date(app.clock.now().getTime() - DAY),
      }),
    );
    const { rows } = await caller.leads.importCsv({ csv: FILE });
    const lead = await caller.leads.get({ leadId: rows[0]?.leadId ?? '' });
    expect(lead.sms).toMatchObject({ allowed: false, reason: expect.stringContaining('Opted out') as string });
  });

  test('refuses a file without required columns, and too many rows at once', async () => {
    await expect(caller.leads.importCsv({ csv: 'A,B\n1,2' })).rejects.toMatchObject({
      cause: { code: 'VALIDATION_FAILED', fields: { csv: expect.stringContaining('email') as string } },
    });
    await expect(caller.leads.importCsv({ csv: `Name,Email\n${'x,\n'.repeat(501)}` })).rejects.toMatchObject({
      cause: { code: 'VALIDATION_FAILED' },
    });
  });

  test.each(['\n', '\r', ',\n', ',\r\n'])('refuses 10,001 rows of %j, but accepts 9,000', async (row) => {
    await expect(caller.leads.importCsv({ csv: FILE + row.repeat(10_001) })).rejects.toThrow(
      'Send at most 500 rows at a time',
    );
    await expect(caller.leads.importCsv({ csv: FILE + row.repeat(9_000) })).resolves.toMatchObject({ added: 2 });
  });
});

describe('the import limit', () => {
  const rowsOf = (count: number, from = 0) =>
    `Name,Email\n${Array.from({ length: count }, (_, n) => `Lead ${from + n},lead${from + n}@example.com\n`).join('')}`;

  test('is 500 leads in 24 hours without a plan: more are refused with the next step, and none are added', async () => {
    const free = await app.a.company({ subscription: null });
    const { leads } = await app.callerFor(free);
    expect(await leads.importCsv({ csv: rowsOf(400) })).toMatchObject({ added: 400 });
    await expect(leads.importCsv({ csv: rowsOf(500) })).resolves.toMatchObject({ added: 100, already: 400 });
    await expect(leads.importCsv({ csv: rowsOf(2, 499) })).rejects.toMatchObject({
      cause: {
        code: 'QUOTA_EXHAUSTED',
        nextStep: 'choose_plan',
        message:
          'You can import up to 500 leads in 24 hours without a plan. Choose a plan to import more, or import the rest tomorrow',
      },
    });
    expect(await stored(free)).toHaveLength(500);
    // leads that already exist don't count toward the limit
    expect(await leads.importCsv({ csv: rowsOf(500) })).toMatchObject({ added: 0, already: 500 });
    app.clock.advance(DAY + 1);
    expect(await leads.importCsv({ csv: rowsOf(2, 499) })).toMatchObject({ added: 1, already: 1 });
  });

  test('isn’t exceeded by two concurrent calls, and a plan raises it', async () => {
    const free = await app.a.company({ subscription: null });
    const { leads } = await app.callerFor(free);
    const calls = [0, 300, 600].map((from) => leads.importCsv({ csv: rowsOf(300, from) }));
    const outcomes = (await Promise.allSettled(calls)).map(({ status }) => status);
    expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await stored(free)).toHaveLength(300);
    expect(await caller.leads.importCsv({ csv: rowsOf(500) })).toMatchObject({ added: 500 });
    expect(await caller.leads.importCsv({ csv: rowsOf(500, 500) })).toMatchObject({ added: 500 });
  });
});

describe('an export', () => {
  test('can be imported elsewhere unchanged, and runs no formula in a spreadsheet', async () => {
    const lead = await app.a.lead(company, {
      name: '=HYPERLINK("http://x.test","Renée")',
      notes: '+1 gate\n\'=quoted, "twice"',
      address: '-12 Oak; St',
      zip: '02134',
      perimeter_ft: 212.5,
      material_type: '@Vinyl',
      outcome: 'won',
      status: 'contacted',
      created_at: new Date('2026-03-08T07:30:00Z'),
    });
    await app.a.consent(company, lead);
    await app.a.lead(company, {
      name: 'Plain',
      address: "12 Elm;=cmd|' /C calc'!A0;",
      phone: null,
      perimeter_ft: null,
      quote_cents: null,
      material_type: null,
    });
    const { csv, count, nextCursor } = await caller.leads.exportCsv({});
    expect([count, nextCursor, csv.codePointAt(0)]).toEqual([2, null, 0xfeff]);
    const { head, rows } = readCsv(csv);
    expect(head.slice(0, 3)).toEqual(['Name', 'Email', 'Phone']);
    for (const line of csv.split('\r\n')) expect(line).not.toMatch(/(^|,)"?[=+\-@]/);
    expect(csv).toContain('"(208) 555-0172"');
    expect(csv).toContain(`"12 Elm;'=cmd|`);

    const elsewhere = await app.callerFor(await app.a.company({ time_zone: company.time_zone }));
    expect(await elsewhere.leads.importCsv({ csv })).toMatchObject({ added: 2, wrong: 0 });
    const back = readCsv((await elsewhere.leads.exportCsv({})).csv);
    const imported = head.indexOf('Date added') + 1;
    const restored = (cells: readonly string[]) => cells.slice(0, imported);
    expect(back.rows.map(({ cells }) => restored(cells))).toEqual(rows.map(({ cells }) => restored(cells)));
    const { items } = await elsewhere.leads.list({ search: 'ren' });
    expect(items).toMatchObject([{ notes: lead.notes, sms: { allowed: true }, outcome: 'won' }]);
  });

  test('has the lines of each lead’s estimate, as the homeowner reads them', async () => {
    const material = await app.a.material(company, { name: 'Cedar', premium_cents: 0 });
    const sent = await app.a.lead(company, { name: 'Sent', email: 'sent@example.com' });
    await app.a.lead(company, { name: 'Not sent', email: 'other@example.com' });
    const runs = [
      { label: 'Back', feet: 100, materialId: material.id },
      { feet: 40, materialId: material.id },
    ];
    await caller.estimates.send({ leadId: sent.id, perimeter: 10, materialId: material.id, gateCount: 0 });
    await caller.estimates.send({
      leadId: sent.id,
      runs,
      gates: [{ kind: 'walk' }],
      lines: [{ label: 'Haul away brush', quantity: 2, unitCents: 6_000 }],
      addOns: [{ label: 'Stain', quantity: 1, unitCents: 35_000 }],
      offer: { percent: 10, days: 7 },
    });
    const { head, rows } = readCsv((await caller.leads.exportCsv({})).csv);
    const at = head.indexOf('Line items');
    const itemsOf = (name: string): string => rows.find(({ cells }) => cells[0] === name)?.cells[at] ?? 'no row';
    const items = itemsOf('Sent');
    const [newest] = await caller.estimates.listForLead({ leadId: sent.id });
    expect(itemsOf('Not sent')).toBe('');
    expect(items).toMatch(
      /^Back \(100 ft at \$7\.62 per foot\) \$762\.00; Cedar fence \(40 ft at .*\) \$304\.80; .*Haul away brush \(2 at \$60\.00\) \$120\.00; Discount −\$/,
    );
    expect(items).not.toContain('Stain');
    const amounts = items.split('; ').map((item) => {
      const [, sign = '', amount = ''] = /(−?)\$([\d,.]+)$/.exec(item) ?? [];
      return Math.round(Number(amount.replaceAll(',', '')) * 100) * (sign === '' ? 1 : -1);
    });
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(newest?.totalCents);
  });

  test.each([
    ['America/New_York', '2026-11-16'],
    ['America/Los_Angeles', '2026-11-16'],
    ['Pacific/Honolulu', '2026-11-15'],
  ])('says the product’s day in the company’s time zone, for the file’s name: %s', async (timeZone, today) => {
    const elsewhere = await app.callerFor(await app.a.company({ time_zone: timeZone }));
    const before = app.clock.now();
    // 3:30 AM in New York, 12:30 AM in Los Angeles, 10:30 PM in Honolulu
    app.clock.set(new Date('2026-11-16T08:30:00Z'));
    try {
      expect((await elsewhere.leads.exportCsv({})).today).toBe(today);
    } finally {
      app.clock.set(before);
    }
  });

  test('applies search, status and archive filters, and continues across pages', async () => {
    await sql`insert into leads (company_id, name, email, created_at, status)
      select ${company.id}, 'Lead ' || n, n || '@example.com', now() - n * interval '1 minute',
        case when n = 7 then 'paid' else 'new' end from generate_series(1, 1002) n`.execute(app.deps.system);
    const first = await caller.leads.exportCsv({});
    const second = await caller.leads.exportCsv({ cursor: first.nextCursor });
    expect([first.count, second.count, second.nextCursor]).toEqual([1_000, 2, null]);
    expect(readCsv(first.csv + second.csv).rows.map(({ cells }) => cells[0])).toEqual(
      Array.from({ length: 1_002 }, (_, index) => `Lead ${index + 1}`),
    );
    expect((await caller.leads.exportCsv({ status: 'paid' })).count).toBe(1);
    expect((await caller.leads.exportCsv({ search: '1001@' })).count).toBe(1);
    expect((await caller.leads.exportCsv({ archived: true })).count).toBe(0);
  });
});
