import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompanyRow, LeadRow, MaterialRow } from '#core/platform/db/tables.ts';
import { type Caller, startTestApp, type TestApp } from '../../test/caller.ts';

let app: TestApp;
let stranger: Caller;
let theirs: { company: CompanyRow; lead: LeadRow; material: MaterialRow; messageId: string };

beforeAll(async () => {
  app = await startTestApp();
  const company = await app.a.company();
  const material = await app.a.material(company);
  const lead = await app.a.lead(company);
  const message = await app.a.followUp(await app.a.schedule(company, lead), { status: 'unknown' });
  theirs = { company, lead, material, messageId: message.id };
  stranger = await app.callerFor(await app.a.company());
});
afterAll(() => app.close());

const fence = { perimeter: 100, gateCount: 1 };
const CALLS: Record<string, () => Promise<unknown>> = {
  'leads.get': () => stranger.leads.get({ leadId: theirs.lead.id }),
  'leads.timeline': () => stranger.leads.timeline({ leadId: theirs.lead.id }),
  'leads.update': () => stranger.leads.update({ leadId: theirs.lead.id, name: 'Mine now' }),
  'leads.archive': () => stranger.leads.archive({ leadId: theirs.lead.id, archived: true }),
  'leads.addNote': () => stranger.leads.addNote({ leadId: theirs.lead.id, text: 'Mine now' }),
  'estimates.preview': () =>
    stranger.estimates.preview({ leadId: theirs.lead.id, materialId: theirs.material.id, ...fence }),
  'estimates.send': () => stranger.estimates.send({ leadId: theirs.lead.id, materialId: theirs.material.id, ...fence }),
  'estimates.resend': () => stranger.estimates.resend({ leadId: theirs.lead.id }),
  'estimates.listForLead': () => stranger.estimates.listForLead({ leadId: theirs.lead.id }),
  'followUps.get': () => stranger.followUps.get({ leadId: theirs.lead.id }),
  'followUps.dates': () => stranger.followUps.dates({ leadId: theirs.lead.id, channel: 'email', days: [1] }),
  'followUps.save': () =>
    stranger.followUps.save({
      leadId: theirs.lead.id,
      channel: 'email',
      active: true,
      steps: [{ day: 1, message: 'Mine now' }],
    }),
  'followUps.cancel': () => stranger.followUps.cancel({ leadId: theirs.lead.id }),
  'followUps.resolveUnknown': () =>
    stranger.followUps.resolveUnknown({ messageId: theirs.messageId, action: 'resend' }),
  'pricing.updateMaterial': () => stranger.pricing.updateMaterial({ id: theirs.material.id, name: 'Mine now' }),
  'pricing.deleteMaterial': () => stranger.pricing.deleteMaterial({ id: theirs.material.id }),
};

describe("another company's things are not there", () => {
  test.each(Object.entries(CALLS))('%s answers NOT_FOUND', async (_name, call) => {
    await expect(call()).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } });
  });

  test('and nothing of them was changed or listed', async () => {
    const { items } = await stranger.leads.list({});
    expect(items).toEqual([]);
    const owner = await app.callerFor(theirs.company);
    const lead = await owner.leads.get({ leadId: theirs.lead.id });
    expect(lead).toMatchObject({ name: theirs.lead.name, archivedAt: null, estimateSentAt: null });
    const { materials } = await owner.pricing.get();
    expect(materials.map(({ name }) => name)).toContain(theirs.material.name);
  });
});
