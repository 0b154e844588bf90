import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { axeFaults } from './axe.ts';
import { dialogPage } from './dialog-page.ts';
import { marisol } from '../fake-dashboard.ts';

const on = dialogPage();

const heldLead = (more: Partial<LeadView>): LeadView => ({
  ...marisol,
  held: true,
  heldFor: ['ticket_missing', 'ticket_forged', 'phone_budget'],
  notes: 'Please call after five. The old fence is chain link and has to go.',
  ...more,
});
const waiting = heldLead({});
const other = heldLead({
  id: '0193a000-0000-7000-8000-00000000000a',
  name: 'Robin Ash',
  heldFor: ['honeypot'],
  phone: null,
});
const spam = heldLead({
  id: '0193a000-0000-7000-8000-00000000000b',
  name: 'Best Prices',
  heldFor: ['marked_spam'],
  spamAt: '2026-11-05T15:00:00Z',
});

/** Held leads on the server, and the decisions that `leads.review` records for them. */
const holdLeads = () => {
  const held = new Map([waiting, other, spam].map((lead) => [lead.id, lead]));
  on.fake.answers['leads.list'] = ({ review, spam: marked }) => ({
    items: review === true ? [...held.values()].filter(({ spamAt }) => (spamAt !== null) === (marked === true)) : [],
    nextCursor: null,
  });
  const summary = on.fake.answers['leads.summary'];
  on.fake.answers['leads.summary'] = (input) => ({
    ...(summary?.(input) as object),
    review: [...held.values()].filter(({ spamAt }) => spamAt === null).length,
  });
  on.fake.answers['leads.get'] = ({ leadId }) => held.get(String(leadId)) ?? { ...marisol, id: leadId };
  on.fake.answers['leads.review'] = ({ leadId, decision }) => {
    const lead = held.get(String(leadId)) ?? waiting;
    if (decision === 'accept') held.delete(lead.id);
    else held.set(lead.id, { ...lead, spamAt: '2026-11-05T15:00:00Z', heldFor: ['marked_spam'] });
    return held.get(lead.id) ?? { ...lead, held: false, heldFor: [], spamAt: null };
  };
};

describe('Review', () => {
  it.each([
    [390, 'light'],
    [390, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)('has no axe issue at %i px, %s', async (width, colorScheme) => {
    holdLeads();
    await on.page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await on.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await on.visit({ review: 'yes' });
    await on.page.getByRole('button', { name: 'Accept lead: Marisol Vega' }).waitFor();
    mkdirSync('test-results', { recursive: true });
    await on.page.screenshot({ path: `test-results/review-${width}-${colorScheme}.png` });
    expect(await axeFaults(on.page, 'main')).toEqual([]);
  });
});
