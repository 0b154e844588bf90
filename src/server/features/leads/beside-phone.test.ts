import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { widgetLeadInput } from '#shared/features/widget/widget.schema.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';

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

test('an extension or a second number beside the phone goes to a new lead’s notes', async () => {
  const lead = await caller.leads.create({ name: 'Ann', phone: '614-229-0649 x12', notes: 'Side gate' });
  expect(lead).toMatchObject({ phone: '+16142290649', notes: 'Side gate\nAlso under phone: ext. 12' });
  const other = await caller.leads.create({ name: 'Bo', phone: 'Cell: 614-229-0651 / 614-229-0650' });
  expect(other).toMatchObject({ phone: '+16142290651', notes: 'Also under phone: 614-229-0650' });
});

test('an edit adds it to the stored notes once, or to the new ones', async () => {
  const { id: leadId } = await caller.leads.create({ name: 'Ann', email: 'ann@example.com', notes: 'Side gate' });
  const edited = await caller.leads.update({ leadId, phone: '(614) 229-0649 ext. 5' });
  expect(edited).toMatchObject({ phone: '+16142290649', notes: 'Side gate\nAlso under phone: ext. 5' });
  expect((await caller.leads.update({ leadId, phone: '614-229-0649 x5' })).notes).toBe(edited.notes);
  const both = await caller.leads.update({ leadId, phone: '614-229-0649 x6', notes: 'Back gate' });
  expect(both.notes).toBe('Back gate\nAlso under phone: ext. 6');
});

test('the widget’s request keeps it too, and a number without anything beside it adds nothing', () => {
  const request = {
    contractorId: randomUUID(),
    name: 'Ann',
    email: 'ann@example.com',
    perimeter: 100,
    gateCount: 0,
    idempotencyKey: randomUUID(),
  };
  expect(widgetLeadInput.parse({ ...request, phone: '614-229-0649 x12' })).toMatchObject({
    phone: '+16142290649',
    notes: 'Also under phone: ext. 12',
  });
  expect(widgetLeadInput.parse({ ...request, phone: 'tel:+1 (614) 229-0649' }).notes).toBeUndefined();
});

test('a list with two numbers in a cell keeps the second in the notes, and the answer says so', async () => {
  const { rows } = await caller.leads.importCsv({ csv: 'Name,Cell #\nAnn,614-229-0649 / 614-229-0650\n' });
  expect(rows[0]).toMatchObject({ outcome: 'added', left: { phone: '“614-229-0650” is in the notes' } });
  const lead = await caller.leads.get({ leadId: rows[0]?.leadId ?? '' });
  expect(lead).toMatchObject({ phone: '+16142290649', notes: 'Also under phone: 614-229-0650' });
});
