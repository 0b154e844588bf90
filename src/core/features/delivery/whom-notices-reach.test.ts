import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { tellContractor } from '#core/features/messages/tell-contractor.ts';
import { enqueuePush } from '#core/features/push/enqueue-push.ts';
import { leadNotice } from '#core/features/leads/messages/lead-messages.ts';
import { inCompany } from '#core/platform/db/app.ts';
import type { LeadId, UserId } from '#shared/primitives/ids.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { newPhone, NOON } from '../../../../test/due-follow-up.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(NOON));

/** Creates a company with a notice phone, a member with the sales role, and a lead. */
async function team() {
  const company = await lab.app.a.company({ notify_phone: newPhone() });
  const seller = await lab.app.a.member(company, 'sales');
  const lead = await lab.app.a.lead(company);
  const owner = await lab.app.callerFor(company);
  const give = (userId: UserId | null) =>
    lab.app.deps.system.updateTable('leads').set({ assigned_to: userId }).where('id', '=', lead.id).execute();
  return { company, seller, lead, owner, give };
}

let notices = 0;
/** Queues a notice about the lead, by email and text. */
const tell = ({ id: companyId }: CompanyRow, leadId: LeadId) =>
  inCompany(lab.app.deps.db, companyId, (tx) =>
    tellContractor(tx, {
      companyId,
      leadId,
      kind: leadNotice,
      payload: {},
      dedupeKey: `whom:${(notices += 1)}`,
      at: lab.app.clock.now(),
    }),
  );

const subjects = (to: string): string[] => lab.mails(to).map(({ subject }) => subject ?? '');

test('a notice about an unassigned lead is emailed and texted to the company', async () => {
  const { company, seller, lead } = await team();
  await tell(company, lead.id);
  await lab.drain(company);
  expect(lab.mails(company.email)).toHaveLength(1);
  expect(lab.texts(company.notify_phone)).toHaveLength(1);
  expect(lab.mails(seller.email)).toEqual([]);
});

test('a notice about an assigned lead is sent to its member, not to the owner’s phone', async () => {
  const { company, seller, lead, give } = await team();
  await tell(company, lead.id);
  await give(seller.userId);
  await lab.drain(company);
  expect(subjects(seller.email)).toEqual([expect.stringMatching(/^New lead: /)]);
  expect(lab.mails(company.email)).toEqual([]);
  expect(lab.texts(company.notify_phone)).toEqual([]);
  const skipped = (await lab.otherMessages(company)).filter(({ channel }) => channel === 'sms');
  expect(skipped).toMatchObject([
    { status: 'skipped', reason: expect.stringMatching(/assigned to a team member/) as string },
  ]);
  await give(company.user_id);
  await tell(company, lead.id);
  await lab.drain(company);
  expect(lab.texts(company.notify_phone)).toHaveLength(1);
});

test('a member is notified once when someone assigns them a lead, but not when they assign it to themselves', async () => {
  const { company, seller, lead, owner } = await team();
  await owner.leads.assign({ leadId: lead.id, userId: seller.userId });
  await owner.leads.assign({ leadId: lead.id, userId: seller.userId });
  await lab.drain(company);
  expect(subjects(seller.email)).toEqual([expect.stringMatching(/^New lead: /)]);
  await owner.leads.assign({ leadId: lead.id, userId: company.user_id });
  const selling = await lab.app.callerFor(company, { userId: seller.userId, role: 'sales' });
  const free = await lab.app.a.lead(company);
  await selling.leads.assign({ leadId: free.id, userId: seller.userId });
  await lab.drain(company);
  expect(lab.mails(seller.email)).toHaveLength(1);
  expect(lab.mails(company.email)).toEqual([]);
});

test('an unconfirmed member’s notices are sent to the company', async () => {
  const { company, lead, give } = await team();
  const { userId, email } = await lab.app.a.member(company, 'sales', { email_verified_at: null });
  await give(userId);
  await tell(company, lead.id);
  await lab.drain(company);
  expect(lab.mails(email)).toEqual([]);
  expect(lab.mails(company.email)).toHaveLength(1);
});

test('a removed member’s notices, even waiting ones, are sent to the lead’s new member', async () => {
  const { company, seller, lead, owner, give } = await team();
  const heir = await lab.app.a.member(company, 'sales');
  await give(seller.userId);
  await tell(company, lead.id);
  await owner.team.remove({ userId: seller.userId, handTo: heir.userId });
  await lab.drain(company);
  expect(lab.mails(seller.email)).toEqual([]);
  expect(lab.mails(heir.email)).toHaveLength(1);
  await owner.team.remove({ userId: heir.userId });
  await tell(company, lead.id);
  await lab.drain(company);
  expect(lab.mails(heir.email)).toHaveLength(1);
  expect(lab.mails(company.email)).toHaveLength(1);
});

test('push notifications about an assigned lead are shown only on its member’s devices', async () => {
  const { company, seller, lead, give } = await team();
  const device = async (userId: UserId) => {
    const id = crypto.randomUUID();
    await lab.app.deps.system
      .insertInto('sessions')
      .values({ id, user_id: userId, expires_at: new Date('2100-01-01') })
      .execute();
    const session = await lab.app.deps.system
      .selectFrom('sessions')
      .select('public_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return lab.app.deps.system
      .insertInto('push_devices')
      .values({
        company_id: company.id,
        session_id: session.public_id,
        user_id: userId,
        endpoint: `https://web.push.apple.com/${id}`,
        endpoint_hash: id.replaceAll('-', '').repeat(2),
        p256dh: 'key',
        auth: 'auth',
        label: 'Safari',
        events: ['reply'],
        shows: 'nothing',
        created_at: lab.app.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  };
  const owners = await device(company.user_id);
  const sellers = await device(seller.userId);
  const push = async (key: string) => {
    await inCompany(lab.app.deps.db, company.id, (tx) =>
      enqueuePush(tx, { companyId: company.id, leadId: lead.id, event: 'reply', key, at: lab.app.clock.now() }),
    );
    const rows = await lab.app.deps.system
      .selectFrom('push_messages')
      .select('device_id')
      .where('dedupe_key', '=', key)
      .execute();
    return rows.map((row) => row.device_id).toSorted();
  };
  expect(await push('nobody')).toEqual([owners.id, sellers.id].toSorted());
  await give(seller.userId);
  expect(await push('seller')).toEqual([sellers.id]);
});
