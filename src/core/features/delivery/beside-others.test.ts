import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AppDb } from '#core/platform/db/app.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { inCompany } from '#core/platform/db/app.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { dueFollowUp } from '../../../../test/due-follow-up.ts';
import { enqueueMessage } from '../messages/enqueue-message.ts';
import { claimDue } from './claim.ts';
import { deliver, createRecorder } from './deliver.ts';
import { drainMessages } from './drain.ts';
import { createLimits, TEXTS_AT_ONCE } from './limits.ts';
import { leadReceived } from '../leads/messages/lead-messages.ts';

/** Monday noon in Boise. */
const START = new Date('2026-11-16T19:00:00.000Z');

let lab: DeliveryLab;
let phones = 0;

beforeAll(async () => void (lab = await startDeliveryLab()));
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(START));

async function companyWithDue(rows: number): Promise<CompanyRow> {
  const { a } = lab.app;
  const company = await a.company();
  for (let made = 0; made < rows; made += 1) {
    const lead = await a.lead(company, { phone: `+1208557${String(1_000 + (phones += 1))}` });
    await a.consent(company, lead);
    const schedule = await a.schedule(company, lead, { activated_at: new Date(START.getTime() - DAY) });
    await a.followUp(schedule, { due_at: START });
  }
  return company;
}

const statuses = async (company: CompanyRow) => (await lab.followUps(company)).map((row) => row.status);

test('sends a company’s simultaneous texts while another company uses every slot', async () => {
  const limits = createLimits();
  const other = limits.capacity.sms.join();
  other.take(TEXTS_AT_ONCE);
  const company = await companyWithDue(3);
  await drainMessages({ ...lab.deps, limits }, company.id);
  expect(await statuses(company)).toEqual(['sent', 'sent', 'sent']);
});

test('texts that fail before sending free their slots before their lease ends', async () => {
  const limits = createLimits();
  const company = await companyWithDue(4);
  const pinned = { connection: () => ({ execute: () => Promise.reject(new Error('no connection is free')) }) };
  await expect(drainMessages({ ...lab.deps, limits, pinned: pinned as never }, company.id)).rejects.toThrow(
    'no connection is free',
  );
  expect(limits.capacity.sms.join().free()).toBe(TEXTS_AT_ONCE);
  const untouched = { status: 'scheduled', claimed_until: null, attempts: 0 };
  expect(await lab.followUps(company)).toMatchObject(Array.from({ length: 4 }, () => untouched));
});

test('a phone number that changes while its text is being prepared is locked before it’s texted', async () => {
  const { app, deps } = lab;
  const { a } = app;
  const company = await a.company();
  const lead = await a.lead(company, { phone: '+12085574001' });
  await a.consent(company, lead);
  await a.consent(company, { ...lead, phone: '+12085574002' });
  const schedule = await a.schedule(company, lead, { activated_at: new Date(START.getTime() - DAY) });
  await a.followUp(schedule, { due_at: START });
  const pinned = {
    connection: () => ({
      execute: async (work: (db: AppDb) => Promise<unknown>) => {
        await deps.system.updateTable('leads').set({ phone: '+12085574002' }).where('id', '=', lead.id).execute();
        return deps.pinned.connection().execute(work);
      },
    }),
  };
  await drainMessages({ ...deps, pinned: pinned as never }, company.id);
  expect(lab.texts('+12085574001')).toEqual([]);
  expect(lab.texts('+12085574002')).toEqual([]);
  await drainMessages(deps, company.id);
  expect(lab.texts('+12085574002')).toHaveLength(1);
});

test('a claimed message is sent for the remaining lead if its lead is merged in the meantime', async () => {
  const { app, deps } = lab;
  const { company, lead } = await dueFollowUp(lab, { row: { channel: 'email' } });
  const mail = {
    companyId: company.id,
    leadId: lead.id,
    kind: leadReceived,
    channel: 'email',
    to: lead.email,
    payload: {},
  } as const;
  await deps.system.transaction().execute((tx) => enqueueMessage(tx, { ...mail, at: app.clock.now() }));
  const older = await app.a.lead(company, { created_at: new Date(START.getTime() - DAY) });
  const due = { companyId: company.id, channel: 'email', now: app.clock.now(), limit: 16, leaseMs: 60_000 } as const;
  const held = await inCompany(deps.db, company.id, (tx) => claimDue(tx, due));
  expect(held).toHaveLength(2);
  const caller = await app.callerFor(company);
  await caller.leads.merge({ leadId: lead.id, otherLeadId: older.id, takeNewer: [] });
  const recorder = createRecorder(deps, company.id);
  for (const row of held) await deliver(deps, [row], { recorder, ended: () => undefined });
  await lab.drain(company);
  const rows = [...(await lab.followUps(company)), ...(await lab.otherMessages(company))];
  expect(rows).toMatchObject(held.map(() => ({ lead_id: older.id, status: 'sent', attempts: 1 })));
  const thread = deps.system.selectFrom('messages').select('id').where('lead_id', '=', older.id);
  expect(await thread.execute()).toHaveLength(2);
});

test('a phone number’s lock expires within 30 seconds after the machine that holds it disappears', async () => {
  const { rows } = await sql<{ seconds: number }>`select current_setting('tcp_keepalives_idle')::int
    + current_setting('tcp_keepalives_interval')::int * current_setting('tcp_keepalives_count')::int as seconds
    where inet_server_port() is not null`.execute(lab.deps.pinned);
  expect(rows[0]?.seconds).toBeLessThanOrEqual(30);
});
