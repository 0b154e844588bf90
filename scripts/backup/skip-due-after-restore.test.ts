import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import { DAY, HOUR, MINUTE } from '#shared/primitives/durations.ts';
import { enqueueMessage } from '#core/features/messages/enqueue-message.ts';
import { beat } from '#core/features/delivery/heartbeat.ts';
import { startTestApp, type TestApp } from '../../test/caller.ts';
import { commandOf } from '../admin.ts';
import { estimateSent } from '#core/features/estimates/messages/estimate-messages.ts';
import { leadNotice } from '#core/features/leads/messages/lead-messages.ts';

let app: TestApp;
let owner: pg.Client;

beforeAll(async () => {
  app = await startTestApp();
  // As on a managed Postgres, the owner of the tables isn't a superuser, so forced row-level security applies to it.
  const superuser = new pg.Client({ connectionString: app.config.DATABASE_URL });
  await superuser.connect();
  await superuser.query(`do $$ begin create role plain_owner login password 'plain'; exception when duplicate_object then null; end $$;
    grant picket_app, picket_system to plain_owner;
    alter table follow_up_messages owner to plain_owner; alter table follow_up_schedules owner to plain_owner;
    alter table messages owner to plain_owner; alter table timeline_events owner to plain_owner;`);
  await superuser.end();
  const url = new URL(app.config.DATABASE_URL);
  url.username = 'plain_owner';
  url.password = 'plain';
  owner = new pg.Client({ connectionString: url.href });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

const run = (...args: string[]) => {
  const command = commandOf(['skip-due', ...args], app.clock.now());
  if (!command) throw new Error('no such command');
  return command(owner);
};

const later = (ms: number) => new Date(app.clock.now().getTime() + ms);

/**
 * A lead whose only follow-up is due, another lead whose follow-up is due on a later day, and an estimate and a notice
 * that are scheduled.
 */
async function restored(): Promise<CompanyId> {
  const company = await app.a.company();
  const lead = await app.a.lead(company);
  const last = await app.a.schedule(company, lead);
  await app.a.followUp(last, { step: 1, channel: 'sms', due_at: later(-HOUR) });
  const more = await app.a.schedule(company, await app.a.lead(company));
  await app.a.followUp(more, { step: 1, channel: 'email', due_at: later(-HOUR) });
  await app.a.followUp(more, { step: 2, channel: 'email', due_at: later(DAY) });
  await app.a.followUp(more, { step: 3, channel: 'sms', due_at: later(-HOUR), status: 'sent' });
  const waiting = {
    companyId: company.id,
    leadId: lead.id,
    channel: 'email',
    to: 'denise@example.com',
    at: later(-MINUTE),
  } as const;
  const payload = { estimateId: crypto.randomUUID() as EstimateId };
  await app.deps.system.transaction().execute(async (tx) => {
    await enqueueMessage(tx, { ...waiting, kind: estimateSent, payload });
    await enqueueMessage(tx, { ...waiting, kind: leadNotice, payload: {} });
  });
  return company.id;
}

const statesOf = async (companyId: CompanyId) => {
  const { system } = app.deps;
  const read = async (rows: RawBuilder<unknown>) =>
    (
      await sql<{
        status: string;
      }>`select status from ${rows} rows where company_id = ${companyId} order by id`.execute(system)
    ).rows.map(({ status }) => status);
  const events = await system
    .selectFrom('timeline_events')
    .select('data')
    .where('company_id', '=', companyId)
    .where('kind', '=', 'message_skipped')
    .execute();
  return {
    followUps: await read(sql`follow_up_messages`),
    schedules: await read(sql`follow_up_schedules`),
    others: await read(sql`(select * from messages where schedule_id is null)`),
    told: events.map(({ data }) => `${String(data.kind)} ${String(data.channel)}`).toSorted(),
  };
};

const BEFORE = {
  followUps: ['scheduled', 'scheduled', 'scheduled', 'sent'],
  schedules: ['active', 'active'],
  others: ['scheduled', 'scheduled'],
  told: [],
};

test('skips due messages to homeowners, after a dry run that prints their number', async () => {
  const companyId = await restored();
  expect(await statesOf(companyId)).toEqual(BEFORE);
  const dry = await run();
  expect(dry.line).toMatch(
    /^This would skip 1 text and 2 emails from 1 company, due by .*, and end 1 follow-up schedule/,
  );
  expect(await statesOf(companyId)).toEqual(BEFORE);

  expect((await run('--yes')).line).toMatch(
    /^Skipped 1 text and 2 emails from 1 company, .*\. Ended 1 follow-up schedule/,
  );
  expect(await statesOf(companyId)).toEqual({
    followUps: ['skipped', 'skipped', 'scheduled', 'sent'],
    schedules: ['done', 'active'],
    // The notice to the contractor is still sent. In the worst case, the contractor gets it twice.
    others: ['skipped', 'scheduled'],
    told: ['Estimate email', 'Follow-up email', 'Follow-up sms'],
  });
  expect((await run('--yes')).line).toMatch(/^There are no scheduled messages to homeowners due by /);
  const acts = await app.deps.system.selectFrom('audit_log').select(['actor', 'action', 'after']).execute();
  expect(acts).toEqual([{ actor: 'npm run admin', action: 'messages.skipped', after: { messages: 3 } }]);
});

test('--before keeps messages that are due after the given time', async () => {
  const companyId = await restored();
  await run('--before', later(-30 * MINUTE).toISOString(), '--yes');
  expect(await statesOf(companyId)).toMatchObject({
    others: ['scheduled', 'scheduled'],
    schedules: ['done', 'active'],
  });
});

test('changes nothing while a worker runs, or with an unknown argument', async () => {
  expect(commandOf(['skip-due', '--before', 'yesterday'], new Date())).toBeUndefined();
  expect(commandOf(['skip-due', 'all'], new Date())).toBeUndefined();
  const companyId = await restored();
  await beat(app.deps.system, '00000000-0000-7000-8000-000000000001');
  expect(await run('--yes')).toEqual({ done: false, line: 'A worker is running. Stop all workers first.' });
  expect(await statesOf(companyId)).toEqual(BEFORE);
});
