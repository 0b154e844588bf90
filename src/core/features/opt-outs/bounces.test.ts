import { afterAll, beforeAll, expect, test } from 'vitest';
import { inCompany } from '#core/platform/db/app.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { dueFollowUp, onlyFollowUp } from '../../../../test/due-follow-up.ts';
import { recordBounce, recordComplaint } from './bounces.ts';
import { drainMessages } from '../delivery/drain.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());

const mail = { row: { channel: 'email' }, schedule: { channel: 'email' } } as const;
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const row = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const bounce = (company: CompanyRow, address: string, sourceId: string) =>
  inCompany(lab.deps.db, company.id, (tx) =>
    recordBounce(tx, {
      companyId: company.id,
      address,
      kind: 'soft',
      code: '4.2.2',
      sourceId,
      at: lab.app.clock.now(),
    }),
  );

test('three soft bounces within 72 hours pause an email address until the contractor resumes it (C26)', async () => {
  const { company, lead } = await dueFollowUp(lab, mail);
  const caller = await lab.app.callerFor(company);
  await bounce(company, lead.email.toUpperCase(), row(1));
  // Several attempts to deliver one email count once.
  await bounce(company, lead.email, row(1));
  await bounce(company, lead.email, row(2));
  lab.app.clock.advance(73 * HOUR);
  await bounce(company, lead.email, row(3));
  expect(await caller.leads.mailState({ leadId: lead.id })).toMatchObject({ allowed: true });
  await bounce(company, lead.email, row(4));
  await bounce(company, lead.email, row(5));
  expect(await caller.leads.mailState({ leadId: lead.id })).toMatchObject({
    allowed: false,
    canResume: true,
    reason: matching(/paused because three emails/),
  });
  await lab.app.deps.system
    .updateTable('follow_up_messages')
    .set({ due_at: lab.app.clock.now() })
    .where('company_id', '=', company.id)
    .execute();
  await lab.drain(company);
  expect(await onlyFollowUp(lab, company)).toMatchObject({
    status: 'skipped',
    reason: matching(/paused/),
  });
  expect(lab.mails(lead.email)).toEqual([]);

  await Promise.all([caller.leads.resumeMail({ leadId: lead.id }), caller.leads.resumeMail({ leadId: lead.id })]);
  expect(await caller.leads.mailState({ leadId: lead.id })).toEqual({
    allowed: true,
    reason: null,
    canResume: false,
    stopped: false,
  });
  expect((await lab.timeline(company)).map(({ kind, data }) => [kind, data.source ?? null])).toEqual([
    ['opted_out', 'soft_bounces'],
    ['message_skipped', null],
    ['opted_in', 'soft_bounces'],
  ]);
  // The count starts over after the pause is lifted.
  await bounce(company, lead.email, row(6));
  expect(await caller.leads.mailState({ leadId: lead.id })).toMatchObject({ allowed: true });
});

test('lifting a pause after bounces keeps an unsubscribe and a complaint', async () => {
  const { company, lead } = await dueFollowUp(lab, mail);
  const caller = await lab.app.callerFor(company);
  for (const n of [1, 2, 3]) await bounce(company, lead.email, row(n));
  const complain = () =>
    inCompany(lab.deps.db, company.id, (tx) =>
      recordComplaint(tx, {
        companyId: company.id,
        address: lead.email,
        code: null,
        sourceId: row(9),
        at: lab.app.clock.now(),
      }),
    );
  await complain();
  await complain();
  await caller.leads.resumeMail({ leadId: lead.id });
  expect(await caller.leads.mailState({ leadId: lead.id })).toEqual({
    allowed: false,
    canResume: false,
    stopped: true,
    reason: 'Email is stopped because this person reported your email as spam.',
  });
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'cancelled' });
  const kinds = (await lab.timeline(company)).map(({ kind, data }) => [kind, data.source ?? data.reason ?? null]);
  expect(kinds.filter(([, why]) => why === 'complaint')).toHaveLength(1);
  expect(kinds).toContainEqual(['schedule_stopped', matching(/reported an email as spam/)]);
});

test('a nonexistent mailbox is suppressed, and retries to a full mailbox count as soft bounces', async () => {
  const { company, lead } = await dueFollowUp(lab, mail);
  const answering = (code: string, detail: string, kind: 'refused' | 'passing') => ({
    ...lab.deps,
    mails: { ...lab.deps.mails, send: () => Promise.resolve({ kind, code, detail } as const) },
  });
  const caller = await lab.app.callerFor(company);
  await drainMessages(answering('452', '452 4.2.2 mailbox full', 'passing'), company.id);
  lab.app.clock.advance(HOUR);
  await drainMessages(answering('452', '452 4.2.2 mailbox full', 'passing'), company.id);
  const counted = await lab.app.deps.system
    .selectFrom('mail_bounces')
    .select(['kind', 'code'])
    .where('company_id', '=', company.id)
    .execute();
  expect(counted).toEqual([{ kind: 'soft', code: '452' }]);
  lab.app.clock.advance(HOUR);
  await drainMessages(answering('550', '550 5.1.1 no such user', 'refused'), company.id);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'failed' });
  expect(await caller.leads.mailState({ leadId: lead.id })).toMatchObject({
    allowed: false,
    canResume: false,
    reason: matching(/the mailbox doesn’t exist/),
  });
});
