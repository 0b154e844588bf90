import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/caller.ts';
import { refusalOf } from '../../../test/refusal.ts';
import { appRouter } from './root.ts';

type Ids = Record<string, string>;
interface Schema {
  type?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
}

/** Ids that no row has. There are two because some inputs require two different ones. */
const NOTHING = '00000000-0000-7000-8000-000000000000';
const nothing = (name: string): string => (name.startsWith('other') ? NOTHING.replace(/0$/, '1') : NOTHING);

const isId = ({ format, anyOf = [] }: Pick<Schema, 'format' | 'anyOf'>): boolean =>
  format === 'uuid' || anyOf.some((part) => part.format === 'uuid');

// all procedures that take an id, read from the router itself
const PROCEDURES = Object.entries(appRouter._def.procedures).flatMap(([path, procedure]) => {
  const { type, meta, inputs } = (
    procedure as unknown as { _def: { type: string; meta?: { access: unknown }; inputs: z.ZodType[] } }
  )._def;
  const [input] = inputs;
  if (!Array.isArray(meta?.access) || !input || type === 'subscription') return [];
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema;
  return [{ path, type, schema }].filter(() => idsIn(schema).length > 0);
});

function idsIn(schema: Schema): string[] {
  const own = Object.entries(schema.properties ?? {});
  return [
    ...own.filter(([, { format, anyOf }]) => isId({ format, anyOf })).map(([name]) => name),
    ...own.flatMap(([, part]) => idsIn(part)),
    ...(schema.anyOf ?? []).flatMap(idsIn),
    ...(schema.items ? (isId(schema.items) ? ['ids'] : idsIn(schema.items)) : []),
  ];
}

/**
 * Returns a value that the schema accepts, with all required fields and all ids. `idOf` chooses the ids by field name.
 */
function sample(schema: Schema, idOf: (name: string) => string, name = ''): unknown {
  if (isId(schema)) return idOf(name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf.find(({ type }) => type !== 'null') ?? {}, idOf, name);
  switch (schema.type) {
    case 'object': {
      const isFence = 'runs' in (schema.properties ?? {});
      const isStage = 'rest' in (schema.properties ?? {});
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(
            ([key, part]) =>
              schema.required?.includes(key) ||
              isId(part) ||
              (isFence && PLAIN_FENCE.has(key)) ||
              (isStage && key === 'percent'),
          )
          .map(([key, part]) => [key, sample(part, idOf, key)]),
      );
    }
    case 'array':
      return [sample(schema.items ?? {}, idOf, name.replace(/s$/, ''))];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return false;
    default:
      return TEXTS[name] ?? 'Cedar';
  }
}

/** Optional fields that a fence without runs needs. */
const PLAIN_FENCE = new Set(['perimeter', 'gateCount']);

/** Values for text fields that accept only certain text. */
const TEXTS: Record<string, string> = {
  email: 'someone@tenants.test',
  phone: '(208) 555-0172',
  from: '2026-11-01',
  to: '2026-11-30',
  figure: 'leads',
  due: 'done',
  startsAt: '2026-11-16T18:00:00Z',
};

let app: TestApp;
let theirs: CompanyRow;
let mine: Caller;
let sales: Caller;
/** Ids of the second company, by the field names of inputs. */
let foreign: Ids;

beforeAll(async () => {
  app = await startTestApp();
  const company = await app.a.company();
  mine = await app.callerFor(company);
  const seller = await app.a.member(company, 'sales');
  sales = await app.callerFor(company, { userId: seller.userId, role: 'sales' });
  theirs = await app.a.company();
  foreign = await fill(theirs);
  // also creates another lead of this company, which is assigned to another member
  const colleague = await app.a.member(company, 'sales');
  own = await fill(company, colleague.userId);
});
afterAll(() => app.close());
let own: Ids;

async function fill(company: CompanyRow, assignee: UserId | null = null): Promise<Ids> {
  const lead = await app.a.lead(company, { assigned_to: assignee });
  const other = await app.a.lead(company, { assigned_to: assignee });
  const estimate = await app.a.estimate(company, lead);
  const followUp = await app.a.followUp(await app.a.schedule(company, lead), { status: 'unknown' });
  const material = await app.a.material(company);
  const caller = await app.callerFor(company);
  const organization = await caller.crm.organizations.create({ name: `Fences of ${company.name}` });
  const pipeline = await caller.crm.pipelines.create({ orgId: organization.id, name: 'Jobs' });
  const deal = await caller.crm.deals.create({ orgId: organization.id, title: 'Fence', leadId: lead.id });
  const { rows } = await sql<{ id: string }>`insert into messages (company_id, lead_id, direction, channel, kind,
      from_address, to_address, body, status, at, unsure)
    values (${company.id}, ${lead.id}, 'in', 'sms', 'text.received', '+12085550172', '+12085550199', 'stop it', 'received',
      now(), true) returning id`.execute(app.deps.system);
  await caller.team.invite({ email: `guest@${company.contractor_id}.test`, role: 'sales' });
  const invitation = (await caller.team.list()).invitations[0];
  return {
    leadId: lead.id,
    otherLeadId: other.id,
    estimateId: estimate.id,
    messageId: rows[0]?.id ?? '',
    followUpMessageId: followUp.id,
    materialId: material.id,
    orgId: organization.id,
    pipelineId: pipeline.id,
    stageId: pipeline.stages[0]?.id ?? '',
    dealId: deal.id,
    invitationId: invitation?.id ?? '',
    userId: company.user_id,
    ownerId: company.user_id,
    handTo: company.user_id,
  };
}

/** The meaning of the field `id` in each procedure. */
const ID_OF: Record<string, string> = {
  'pricing.updateMaterial': 'materialId',
  'pricing.deleteMaterial': 'materialId',
  'pricing.restoreMaterial': 'materialId',
  'crm.organizations.update': 'orgId',
  'crm.organizations.delete': 'orgId',
  'crm.pipelines.update': 'pipelineId',
  'crm.pipelines.delete': 'pipelineId',
  'crm.deals.update': 'dealId',
  'crm.deals.move': 'dealId',
  'crm.deals.delete': 'dealId',
};

const named = (path: string, ids: Ids) => (name: string) =>
  ids[name === 'id' ? (ID_OF[path] ?? 'messageId') : name] ?? ids[`${name}Id`] ?? nothing(name);

const call = (caller: Caller, path: string, input: unknown): Promise<unknown> => {
  const found = path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], caller as unknown as Record<string, unknown>);
  return (found as (given: unknown) => Promise<unknown>)(input);
};

/** Returns the part of a call's outcome that the caller sees, without ids. */
const outcome = async (caller: Caller, path: string, input: unknown): Promise<unknown> =>
  call(caller, path, input).then(
    (answer) => ({ answer: JSON.stringify(answer) }),
    () => refusalOf(call(caller, path, input)),
  );

/** Returns all rows of a company, for checking that nothing changed. */
async function rowsOf(company: CompanyRow): Promise<string> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id' order by 1`.execute(app.deps.system);
  const all: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      rows: string;
    }>`select coalesce(string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text), '')
      as rows from ${sql.table(name)} t where company_id = ${company.id}`.execute(app.deps.system);
    all.push(`${name}: ${rows[0]?.rows}`);
  }
  return all.join('\n');
}

test('the router has procedures that take ids', () => {
  expect(PROCEDURES.length).toBeGreaterThan(40);
});

/** Procedures that report an unknown id as an invalid field. */
const INPUT_FIRST = new Set(['leads.create', 'pricing.updateBook', 'payments.record']);

describe('an id of another company', () => {
  test.each(PROCEDURES.map(({ path, schema }) => [path, schema] as const))(
    '%s: gets the same answer as an unknown id, and changes nothing',
    async (path, schema) => {
      const before = await rowsOf(theirs);
      const yours = await outcome(mine, path, sample(schema, named(path, foreign)));
      const nothings = await outcome(mine, path, sample(schema, nothing));
      expect(yours).toEqual(nothings);
      // otherwise, the call would have been refused for a reason other than the id
      const isRefusedFirst = z.object({ code: z.literal('VALIDATION_FAILED') }).safeParse(yours).success;
      expect(isRefusedFirst).toBe(INPUT_FIRST.has(path));
      expect(await rowsOf(theirs)).toBe(before);
    },
  );
});

/** Replaces the leads' ids with ids that no row has, but keeps the ids of data that all members share. */
const gone = (path: string) => (name: string) =>
  name === 'id' || /lead|estimate|message/i.test(name) ? nothing(name) : named(path, own)(name);

describe('for a sales member, an id of a colleague’s lead', () => {
  const ofLeads = PROCEDURES.filter(({ schema }) => idsIn(schema).some((name) => /lead|estimate|message/i.test(name)));
  test.each(ofLeads.map(({ path, schema }) => [path, schema] as const))(
    '%s: gets the same answer as an unknown id',
    async (path, schema) => {
      const theirsNow = await outcome(sales, path, sample(schema, named(path, own)));
      const nothings = await outcome(sales, path, sample(schema, gone(path)));
      expect(theirsNow).toEqual(nothings);
    },
  );
});
