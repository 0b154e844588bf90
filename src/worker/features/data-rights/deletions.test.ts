import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { deleteCompany, letGoOfDeletion, takeDueDeletion } from '#core/features/data-rights/delete-company.ts';
import { DELETED_IN_ORDER, KEPT_TABLES } from '#core/features/data-rights/deleted-tables.ts';
import { EXPORTED_TABLES } from '#core/features/data-rights/exported-tables.ts';
import { foldFacts } from '#core/features/reports/fold-facts.ts';
import { DELETION_DAYS } from '#shared/features/data-rights/data-rights.rules.ts';
import { DAY, SECOND } from '#shared/primitives/durations.ts';
import { PASSWORD } from '../../../../test/builders.ts';
import type { TestBrowser } from '../../../../test/caller.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { addRowsOfLead } from '../../../../test/rows-of-a-lead.ts';
import { EVERY } from '../../../../test/kill-at-each.ts';

const START = '2026-11-16T19:00:00.000Z';
let lab: DeliveryLab;
let company: CompanyRow;
let owner: TestBrowser;
let email: string;

beforeAll(async () => {
  lab = await startDeliveryLab({ now: START });
});
afterAll(() => lab.close());
beforeEach(async () => {
  lab.app.clock.set(START);
  // The companies of earlier tests aren't due.
  await sql`update company_profiles set deletion_requested_at = null, deletes_at = null where deleted_at is null`.execute(
    lab.app.deps.system,
  );
  const user = await lab.app.a.user();
  ({ email } = user);
  company = await lab.app.a.company({ user_id: user.id });
  owner = await lab.app.signIn(email);
});

const later = (days: number) => lab.app.clock.set(new Date(Date.parse(START) + days * DAY).toISOString());
const request = () => owner.trpc.company.requestDeletion.mutate({ currentPassword: PASSWORD });
const deps = () => ({ ...lab.app.deps, stripe: null });
const remove = async (stopping = () => false): Promise<boolean> => {
  const due = await takeDueDeletion(deps());
  if (due === undefined) return false;
  const isDone = await deleteCompany(deps(), due, stopping);
  if (!isDone) await letGoOfDeletion(deps(), due);
  return isDone;
};
/** Returns the tables that still have rows of the company. */
async function whatIsLeft(of = company): Promise<string[]> {
  const left: string[] = [];
  for (const name of Object.keys(EXPORTED_TABLES)) {
    const key = sql.ref(name === 'company_profiles' ? 'id' : 'company_id');
    const { rows } = await sql`select from ${sql.table(name)} where ${key} = ${of.id} limit 1`.execute(
      lab.app.deps.system,
    );
    if (rows.length > 0) left.push(name);
  }
  return left.toSorted();
}
const mailed = async (): Promise<string[]> => {
  await lab.drainPlatform();
  return lab.mails(email).map(({ subject }) => subject ?? '');
};

test('every table of a company is deleted, or kept for a reason', () => {
  const listed = [...Object.keys(KEPT_TABLES), ...DELETED_IN_ORDER.map(({ table }) => table)];
  expect(listed.toSorted()).toEqual(Object.keys(EXPORTED_TABLES).toSorted());
});

describe('deleting a company', () => {
  test('needs an owner and their password', async () => {
    await expect(owner.trpc.company.requestDeletion.mutate({})).rejects.toMatchObject({
      data: { code: 'VALIDATION_FAILED' },
    });
    await expect(owner.trpc.company.requestDeletion.mutate({ currentPassword: 'wrong' })).rejects.toMatchObject({
      data: { code: 'VALIDATION_FAILED' },
    });
    const manager = await lab.app.signIn((await lab.app.a.member(company, 'manager')).email);
    await expect(manager.trpc.company.requestDeletion.mutate({ currentPassword: PASSWORD })).rejects.toMatchObject({
      data: { code: 'FORBIDDEN' },
    });
    expect(await owner.trpc.company.deletion.query()).toEqual({ requestedAt: null, deletesAt: null });
  });

  test('needs a code too if two-factor sign-in is on', async () => {
    const { secret } = await owner.trpc.auth.totpSetup.mutate();
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30 * SECOND });
    await owner.trpc.auth.totpEnable.mutate({ code: code(-1) });
    await expect(request()).rejects.toMatchObject({
      data: { fields: { code: 'Enter the code from your authenticator app' } },
    });
    await expect(
      owner.trpc.company.requestDeletion.mutate({ currentPassword: PASSWORD, code: code(20) }),
    ).rejects.toMatchObject({ data: { code: 'VALIDATION_FAILED' } });
    expect(await owner.trpc.company.deletion.query()).toMatchObject({ deletesAt: null });
    const { deletesAt } = await owner.trpc.company.requestDeletion.mutate({ currentPassword: PASSWORD, code: code(0) });
    expect(deletesAt).not.toBeNull();
  });

  test('waits 14 days, emails the owners, and can be canceled', async () => {
    const { deletesAt } = await request();
    expect(deletesAt).toBe(new Date(Date.parse(START) + DELETION_DAYS * DAY).toISOString());
    expect((await request()).deletesAt).toBe(deletesAt);
    expect(await mailed()).toEqual([`${company.name} will be deleted on Nov 30, 2026`]);
    later(DELETION_DAYS - 1);
    expect(await remove()).toBe(false);
    expect(await owner.trpc.company.cancelDeletion.mutate()).toEqual({ requestedAt: null, deletesAt: null });
    later(DELETION_DAYS + 1);
    expect(await remove()).toBe(false);
    expect(await mailed()).toEqual([
      `${company.name} will be deleted on Nov 30, 2026`,
      `${company.name} won’t be deleted`,
    ]);
    const { items } = await owner.trpc.company.auditLog.query();
    expect(items.map(({ what }) => what)).toEqual([
      'Canceled the deletion of the company',
      'Asked to delete the company',
    ]);
  });

  test('stops follow-ups at once, but not what a person sends', async () => {
    const lead = await lab.app.a.lead(company);
    await owner.trpc.followUps.save.mutate({
      leadId: lead.id,
      channel: 'email',
      steps: [{ day: 1, message: 'Still interested?' }],
      active: true,
    });
    await request();
    later(1);
    await lab.drain(company);
    expect((await lab.followUps(company)).map(({ status, reason }) => [status, reason])).toEqual([
      ['skipped', 'Your company is about to be deleted'],
    ]);
    await owner.trpc.messages.send.mutate({
      leadId: lead.id,
      channel: 'email',
      text: 'We close',
      idempotencyKey: crypto.randomUUID(),
    });
    await lab.drain(company);
    expect(lab.mails(lead.email)).toHaveLength(1);
  });

  test('leaves only what the law keeps, and no other company’s rows change', async () => {
    const plain = await lab.app.a.lead(company, { name: 'Plain Person' });
    const at = lab.app.clock.now();
    await addRowsOfLead(lab.app.deps.system, { companyId: company.id, leadId: plain.id, at });
    const material = await lab.app.a.material(company);
    const fence = { perimeter: 100, gateCount: 1, materialId: material.id };
    const sent = await lab.app.a.lead(company, { name: 'Sent Person', material_id: material.id });
    await owner.trpc.estimates.send.mutate({ leadId: sent.id, ...fence });
    const signer = await lab.app.a.lead(company, { name: 'Signed Person', phone: '+12085550188' });
    const { url, estimateId } = await owner.trpc.estimates.send.mutate({ leadId: signer.id, ...fence });
    const token = url.split('/').at(-1) ?? '';
    await lab.app.browser().trpc.estimatePage.accept.mutate({ token, name: 'Signed Person', agreed: true });
    await owner.trpc.payments.record.mutate({
      estimateId,
      method: 'check',
      cents: 100,
      receivedOn: '2026-11-16',
      idempotencyKey: 'z',
    });
    await owner.trpc.leads.update.mutate({ leadId: signer.id, smsConsent: { method: 'written' } });
    await owner.trpc.crm.organizations.create.mutate({ name: 'Board' });
    await foldFacts(lab.app.deps.db, company.id);
    const other = await lab.app.a.company();
    await lab.app.a.lead(other);
    const others = await whatIsLeft(other);
    await request();
    later(DELETION_DAYS);
    expect(await remove()).toBe(true);
    // The signed lead and estimate refer to a material and to prices.
    expect(await whatIsLeft()).toEqual([
      'company_profiles',
      'consents',
      'estimate_acceptances',
      'estimates',
      'lead_search',
      'leads',
      'materials',
      'payments',
      'price_lists',
      'quota_ledger',
      'subscribers',
    ]);
    expect(await whatIsLeft(other)).toEqual(others);
    const { rows } = await sql<{ name: string }>`select name from leads where company_id = ${company.id}`.execute(
      lab.app.deps.system,
    );
    expect(rows).toEqual([{ name: 'Erased homeowner' }]);
    expect((await lab.app.browser().fetch(`/api/widget/v1/config/${company.contractor_id}`)).status).toBe(404);
    expect((await lab.app.browser().fetch(`/estimate/${token}`)).status).toBe(404);
    expect((await mailed()).at(-1)).toBe(`${company.name} was deleted`);
    expect(await remove()).toBe(false);
  });

  test('signs out members who work for no other company, and only those', async () => {
    const elsewhere = await lab.app.signIn((await lab.app.a.member(company, 'sales')).email);
    await request();
    later(DELETION_DAYS);
    await remove();
    expect(await owner.trpc.auth.session.query()).toBeNull();
    const session = await elsewhere.trpc.auth.session.query();
    expect(session?.companies).toHaveLength(1);
    expect(session?.company?.id).not.toBe(company.id);
    const again = await lab.app.signIn(email);
    expect(await again.trpc.auth.session.query()).toMatchObject({ company: null, companies: [] });
  });

  test('goes on wherever it was interrupted, and is done once', async () => {
    for (let n = 0; n < 3; n += 1) await lab.app.a.lead(company);
    await request();
    later(DELETION_DAYS);
    for (let steps = 0; steps < 100; steps += EVERY) {
      let left = steps;
      if (await remove(() => (left -= 1) < 0)) break;
    }
    expect(await whatIsLeft()).toEqual(['company_profiles', 'subscribers']);
    expect((await mailed()).filter((subject) => subject.endsWith('was deleted'))).toHaveLength(1);
  });

  test('waits while a message is being sent', async () => {
    const lead = await lab.app.a.lead(company);
    await owner.trpc.messages.send.mutate({
      leadId: lead.id,
      channel: 'email',
      text: 'Hi',
      idempotencyKey: crypto.randomUUID(),
    });
    const set = (status: string) =>
      sql`update messages set status = ${status} where company_id = ${company.id} and lead_id = ${lead.id}`.execute(
        lab.app.deps.system,
      );
    await request();
    later(DELETION_DAYS);
    await set('sending');
    expect(await remove()).toBe(false);
    await set('sent');
    expect(await remove()).toBe(true);
  });
});
