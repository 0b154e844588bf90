import fc from 'fast-check';
import { TRPCError } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { safeParse, type z } from 'zod';
import type { Viewer } from '#core/features/auth/sessions.ts';
import { companyOfSession, startTestApp, type TestApp } from '../../test/caller.ts';
import { type GoodValues, hostileValues } from '../../test/hostile-values.ts';
import { likelyInputs, spoiled } from '../../test/valid-inputs.ts';
import { neutralBook } from '#shared/features/pricing/price-book.ts';
import { sayTrpcError } from './trpc/error-mapping.ts';
import { appRouter, createCaller } from './trpc/root.ts';

/**
 * Procedures that are called less often: hashing a password with argon2 takes 50 ms, and a logo is rendered in a
 * separate process.
 */
const SLOW = /^auth\.|uploadLogo$/;
const runsOf = (path: string): number => Number(process.env['FUZZ_RUNS'] ?? (SLOW.test(path) ? 2 : 12));

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Procedures that delete data that other procedures need. They are called last. */
const ENDS = /delete|merge|disconnect|cancel|decline/i;

/** The part of a tRPC procedure's definition that this test uses, by path. */
type Declared = Record<string, { _def: { type: string; inputs: z.core.$ZodType[] } }>;
const procedures = Object.entries(appRouter._def.procedures as unknown as Declared)
  .map(([path, { _def: declared }]) => ({
    path,
    ...declared,
  }))
  .toSorted((a, b) => Number(ENDS.test(a.path)) - Number(ENDS.test(b.path)));

const routersOf = (of: typeof procedures): string[] => [...new Set(of.map(({ path }) => path.split('.')[0] ?? ''))];

/** Valid values that don't match any of the created data. */
const WORDS: GoodValues = {
  phone: ['208-555-0172', '+12085550100'],
  zip: ['83702'],
  name: ['Dana Whitfield'],
  label: ['Gold', 'Silver'],
  subject: ['Your fence'],
  day: [1, 3, 7],
  days: [1, 3, 7],
  cadence: [1],
  sendTime: ['10:00'],
  csv: ['name,email\nDana,dana@example.com\n', 'name,email\n\u0000,"=1+1",\n'],
  stripeEventId: ['evt_1'],
  priceId: ['price_pro'],
  password: ['a good password'],
  websiteUrl: ['https://example.com', 'https://xn--/'],
  primaryColor: ['#3b82f6'],
  cursor: [undefined],
  perimeter: [184, 212.5, 100_000],
  terms: ['As agreed.'],
  notes: ['At the back.', ''],
  time: ['10:00'],
  sendFrom: ['10:00'],
  sendUntil: ['19:00'],
  until: ['2099-01-01'],
  from: ['2026-01-01'],
  figure: ['leads', 'source:a\u0000b', 'deposited:0000-01'],
  month: ['2026-11', '0000-01', '9999-12'],
  to: ['2026-12-31'],
  address: ['118 Larkmeadow Ct, Boise, ID 83702'],
  postalAddress: ['1 Main St, Boise, ID 83702'],
  timeZone: ['America/Boise'],
  messages: ['Hi {{name}}, any questions?'],
  message: ['Hi {{name}}, any questions?'],
  text: ['Hi Dana'],
  dataBase64: ['iVBORw0KGgo=', 'PHN2Zy8+'],
  depositPercent: [50, 33.33],
  notifyPhone: ['208-555-0172'],
  stripeAccountId: [undefined],
  customerEmail: [undefined],
  documentHash: [undefined],
  optionId: [undefined],
  signature: [undefined],
  search: ['dana', ''],
};

/** Creates a company with a row of every kind, and returns their ids and names. */
async function scene() {
  const company = await app.a.company();
  const owner = await app.deps.system
    .selectFrom('users')
    .selectAll()
    .where('id', '=', company.user_id)
    .executeTakeFirstOrThrow();
  const viewer: Viewer = {
    userId: owner.id,
    email: owner.email,
    name: owner.name,
    avatarUrl: null,
    roles: ['contractor', 'admin'],
    company: companyOfSession(company, 'owner'),
  };
  const caller = createCaller({
    deps: app.deps,
    ip: '127.0.0.1',
    userAgent: 'test',
    cookieHeader: undefined,
    viewer: () => Promise.resolve(viewer),
    sessionId: () => Promise.resolve(null),
    setCookie: () => undefined,
    connection: { hangUp: () => undefined, onClose: () => undefined },
  });
  const leads = [await app.a.lead(company), await app.a.lead(company), await app.a.lead(company)];
  const [first] = leads;
  if (!first) throw new Error('no lead');
  const material = await app.a.material(company);
  const schedule = await app.a.schedule(company, first);
  const step = await app.a.followUp(schedule);
  const sent = await caller.estimates.send({
    leadId: first.id,
    perimeter: 100,
    materialId: material.id,
    gateCount: 1,
  });
  const org = await caller.crm.organizations.create({ name: 'Treasure Valley' });
  const deal = await caller.crm.deals.create({ orgId: org.id, title: 'North side' });
  const leadIds = leads.map(({ id }) => id);
  const good: GoodValues = {
    leadId: leadIds,
    otherLeadId: leadIds,
    leadIds,
    materialId: [material.id],
    estimateId: [sent.estimateId],
    token: [sent.url.split('/').at(-1) ?? ''],
    orgId: [org.id],
    pipelineId: [deal.pipelineId],
    stageId: [deal.stageId],
    dealId: [deal.id],
    before: [deal.id],
    messageId: [step.id],
    userId: [owner.id],
    companyId: [company.id],
    id: [material.id, step.id, owner.id],
    email: ['dana@example.com', owner.email],
    idempotencyKey: [first.id, schedule.id, step.id],
    ...WORDS,
  };
  return { caller, good };
}

/** A call that blocks the server for this long is a fault, however busy the machine is. */
const LONGEST_MS = 10_000;

/** Returns the server error that a call causes, or undefined if it causes none. */
async function faultOf(caller: unknown, path: string, input: unknown): Promise<string | undefined> {
  const began = performance.now();
  const fault = await errorOf(caller, path, input);
  const took = performance.now() - began;
  return fault ?? (took > LONGEST_MS ? `took ${Math.round(took)} ms` : undefined);
}

async function errorOf(caller: unknown, path: string, input: unknown): Promise<string | undefined> {
  try {
    const procedure = path.split('.').reduce((at: unknown, key) => Reflect.get(at as object, key) as unknown, caller);
    await (procedure as (input: unknown) => Promise<unknown>)(input);
    return undefined;
  } catch (error) {
    const { code } = error instanceof TRPCError ? sayTrpcError(error) : { code: 'UNKNOWN_ERROR' };
    return code === 'UNKNOWN_ERROR' ? String(error instanceof TRPCError ? error.cause : error) : undefined;
  }
}

describe('hostile values of the right type never cause an internal error', () => {
  test.each(routersOf(procedures))('%s', { timeout: 400_000 }, async (name) => {
    const { caller, good } = await scene();
    const faults: string[] = [];
    for (const { path, type, inputs } of procedures.filter(({ path: at }) => at.startsWith(`${name}.`))) {
      const [schema] = inputs;
      if (!schema || type === 'subscription') continue;
      const inputsOf = fc.asyncProperty(hostileValues(schema, good), async (input) => {
        const fault = await faultOf(caller, path, input);
        if (fault !== undefined) throw new Error(fault);
      });
      const { failed, counterexample, errorInstance, seed } = await fc.check(inputsOf, {
        numRuns: runsOf(path),
      });
      if (failed)
        faults.push(`${path}(${JSON.stringify(counterexample).slice(0, 400)}) seed ${seed}: ${String(errorInstance)}`);
    }
    expect(faults).toEqual([]);
  });
});

/** Values with which the inputs of nearly all procedures are valid. */
const VALID: GoodValues = {
  code: ['123456'],
  url: ['https://acme.example.com'],
  reviewUrl: ['https://example.com/review'],
  endpoint: ['https://push.example.com/1'],
  month: ['2026-11'],
  gatePriceCents: [30_000],
  documentHash: ['0'.repeat(64)],
  signature: ['Dana Whitfield'],
  search: ['dana'],
  cursor: ['next'],
  serviceZips: ['83702'],
  allowedDomains: ['acme.example.com'],
  smsFrom: ['208-555-0172'],
  expectedCloseDate: ['2026-12-01'],
  since: ['2026-11-28T10:00:00.000Z'],
  percent: [10],
  openHours: ['10:00'],
};

/** Valid inputs of the procedures whose fields depend on each other. */
function ownInputs(path: string, good: GoodValues): unknown[] | undefined {
  const [leadId, materialId] = [good['leadId']?.[0], good['materialId']?.[0]];
  const plain = { perimeter: 184, materialId, gateCount: 1 };
  const more = { items: [{ itemId: 'an-item' }], lines: [{ label: 'Haul away', quantity: 1, unitCents: 100 }] };
  const runs = [{ label: 'Back', feet: 60, materialId }];
  const estimate = {
    leadId,
    ...plain,
    ...more,
    offer: { percent: 10, days: 3 },
    options: [
      { label: 'Gold', ...plain, ...more },
      { label: 'Silver', runs, gates: [{ kind: 'walk' }] },
    ],
  };
  const kind = { leaves: 1, widthFt: 4, priceCents: 100, byMaterial: [{ materialId, priceCents: 100 }] };
  const book = {
    ...neutralBook(30_000),
    heights: [{ materialId, heightFt: 6, perFootCents: 100 }],
    gateKinds: ['walk', 'double'].map((key) => ({ key, label: `A ${key} gate`, ...kind })),
    items: [{ id: good['leadId']?.[0], label: 'Permit', unit: 'job', cents: 100, optional: true }],
    zones: [
      { zips: ['83702'], cents: 100 },
      { zips: ['83703'], refuse: true },
    ],
    tax: { bps: 600, on: 'all', text: 'Sales tax' },
  };
  const review = 'How did we do, {{name}}? {{review_link}}';
  const reminders = {
    not_viewed: 'Seen it?',
    not_answered: 'Any questions?',
    expiring: 'It ends.',
    balance: 'Due.',
    review,
  };
  const rules = Object.fromEntries(
    Object.entries(reminders).map(([rule, message]) => [rule, { enabled: true, days: 1, channel: 'sms', message }]),
  );
  const spanish = { messages: ['Hola {{name}}'], reminders };
  const reminding = { rules, reviewUrl: 'https://example.com/review' };
  const estimateId = good['estimateId']?.[0];
  const days = { from: '2026-12-01', to: '2026-12-07' };
  const inputs: Record<string, unknown[]> = {
    'estimates.preview': [estimate],
    'estimates.send': [estimate, { leadId, runs, gates: [{ kind: 'walk', run: 0 }] }],
    'pricing.updateBook': [{ book, version: 1 }],
    'reminders.updateSettings': [reminding, { ...reminding, was: reminding }],
    'workflow.updateSpanish': [spanish, { ...spanish, was: spanish }],
    'payments.record': [
      { estimateId, method: 'check', cents: 100, receivedOn: '2026-11-01', reference: '1042', idempotencyKey: leadId },
    ],
    'estimates.setPaymentPlan': [
      {
        estimateId,
        stages: [
          { label: 'Deposit', percent: 25, due: 'signing' },
          { label: 'Posts', cents: 100, due: '2026-12-24' },
          { label: 'Rest', rest: true, due: 'done' },
        ],
      },
    ],
    'changes.preview': [{ estimateId, runs, gates: [{ kind: 'walk' }], removed: { gates: [{ kind: 'walk' }] } }],
    'changes.create': [
      { estimateId, runs, removed: { lines: [{ label: 'Credit', quantity: 1, unitCents: 1 }] }, note: 'x' },
    ],
    'changes.send': [{ changeId: leadId }],
    'changes.cancel': [{ changeId: leadId }],
    'visits.slots': [{ leadId, ...days }],
    'visits.list': [days],
    'visits.calendar': [days],
    'visits.book': [{ leadId, startsAt: '2026-12-01T17:00:00.000Z', idempotencyKey: leadId }],
    'visits.move': [{ visitId: leadId, startsAt: '2026-12-01T17:00:00.000Z' }],
    'admin.stripeEvents.retry': [{ id: 'evt_1' }],
  };
  return inputs[path];
}

/** Characters that Postgres can't store. */
const UNSTORABLE = { NUL: '\u0000', 'a lone surrogate': '\uD800' };

describe('no text reaches the database with a character that it can’t store', () => {
  const called = procedures.filter(({ type, inputs }) => type !== 'subscription' && inputs.length > 0);
  const inputsOf = ({ path, inputs }: (typeof called)[number], good: GoodValues) => {
    const values = { ...good, ...VALID };
    return ownInputs(path, values) ?? inputs.flatMap((schema) => likelyInputs(schema, values));
  };

  test('every procedure has a valid input to start from', async () => {
    const { good } = await scene();
    const without = called.filter(
      (one) => !inputsOf(one, good).some((input) => one.inputs.every((schema) => safeParse(schema, input).success)),
    );
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  test.each(routersOf(called))('%s', { timeout: 400_000 }, async (name) => {
    const faults: string[] = [];
    const { caller, good } = await scene();
    for (const one of called.filter(({ path }) => path.startsWith(`${name}.`))) {
      for (const [what, character] of Object.entries(UNSTORABLE)) {
        const spoil = (text: string) => text.slice(0, 1) + character + text.slice(1);
        for (const { at, value } of inputsOf(one, good).flatMap((input) => spoiled(input, spoil))) {
          const fault = await faultOf(caller, one.path, value);
          if (fault !== undefined) faults.push(`${one.path} with ${what} in ${at}: ${fault}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });
});
