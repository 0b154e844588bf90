import fc from 'fast-check';
import { TRPCError } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Viewer } from '#core/features/auth/sessions.ts';
import { startTestApp, type TestApp } from '../../test/caller.ts';
import { type GoodValues, hostileValues } from '../../test/hostile-values.ts';
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
    company: { id: company.id, name: company.name, contractorId: company.contractor_id, role: 'owner' },
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

/** Returns the server error that a call causes, or undefined if it causes none. */
async function faultOf(caller: unknown, path: string, input: unknown): Promise<string | undefined> {
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
  const routers = [...new Set(procedures.map(({ path }) => path.split('.')[0] ?? ''))];
  test.each(routers)('%s', { timeout: 120_000 }, async (name) => {
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
