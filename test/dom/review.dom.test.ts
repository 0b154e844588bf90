import { describe, expect, it } from 'vitest';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { dialogPage } from './dialog-page.ts';
import { failing, marisol, nothingToday } from '../fake-dashboard.ts';

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
  const review = () => [...held.values()].filter(({ spamAt }) => spamAt === null).length;
  on.fake.answers['leads.summary'] = (input) => ({ ...(summary?.(input) as object), review: review() });
  on.fake.answers['today.get'] = () => ({ ...nothingToday, review: review() });
  on.fake.answers['leads.get'] = ({ leadId }) => held.get(String(leadId)) ?? { ...marisol, id: leadId };
  on.fake.answers['leads.review'] = ({ leadId, decision }) => {
    const lead = held.get(String(leadId)) ?? waiting;
    if (decision === 'accept') held.delete(lead.id);
    else held.set(lead.id, { ...lead, spamAt: '2026-11-05T15:00:00Z', heldFor: ['marked_spam'] });
    return held.get(lead.id) ?? { ...lead, held: false, heldFor: [], spamAt: null };
  };
};

describe('Review', () => {
  it('lists held leads with reasons, accepts one and marks one as spam', async () => {
    holdLeads();
    await on.visit();
    await on.page.getByRole('link', { name: 'Two requests to review' }).click();
    await on.page.getByRole('heading', { name: 'Review', level: 1 }).waitFor();
    const card = on.page.getByRole('listitem').filter({ hasText: 'Marisol Vega' });
    await card.getByText('The request wasn’t sent from your estimate form.').waitFor();
    expect(await card.getByRole('listitem').allTextContents()).toEqual([
      'The request wasn’t sent from your estimate form.',
      'This phone number was used in several requests today.',
    ]);
    await on.page.getByRole('button', { name: 'Accept lead: Marisol Vega' }).click();
    await on.said('Marisol Vega accepted');
    await card.waitFor({ state: 'detached' });
    await on.page.getByRole('button', { name: 'Mark as spam: Robin Ash' }).click();
    await on.said('Robin Ash marked as spam');
    await on.page.getByText('Nothing to review').waitFor();
    expect(on.mutations('leads.review')).toEqual([
      { leadId: waiting.id, decision: 'accept' },
      { leadId: other.id, decision: 'spam' },
    ]);
    await on.page.getByRole('button', { name: 'Not spam' }).click();
    await on.said('Robin Ash accepted');
  });

  it('shows spam separately, and accepts it later', async () => {
    holdLeads();
    await on.visit({ review: 'spam' });
    await on.page.getByRole('heading', { name: 'Spam', level: 1 }).waitFor();
    await on.page.getByRole('button', { name: 'Not spam: Best Prices' }).click();
    await on.said('Best Prices accepted');
    await on.page.getByText('No spam').waitFor();
    expect(on.mutations('leads.review')).toEqual([{ leadId: spam.id, decision: 'accept' }]);
  });

  it('opens a held lead without sending, with the decision in its footer', async () => {
    holdLeads();
    await on.visit({ review: 'yes' });
    await on.page.getByRole('link', { name: 'Marisol Vega' }).click();
    await on.dialog().getByText('In review').waitFor();
    expect(await on.dialog().getByRole('button', { name: 'View & Send Estimate' }).count()).toBe(0);
    expect(await on.dialog().getByRole('link', { name: 'Conversation' }).count()).toBe(0);
    await on.button('Accept lead: Marisol Vega').click();
    await on.said('Marisol Vega accepted');
    await on.button('View & Send Estimate').waitFor();
  });

  it('says why a decision failed, and keeps the lead', async () => {
    holdLeads();
    on.fake.answers['leads.review'] = () => failing({ code: 'CONFLICT', message: 'This lead has an estimate' });
    await on.visit({ review: 'yes' });
    await on.page.getByRole('button', { name: 'Mark as spam: Marisol Vega' }).click();
    await on.said('We couldn’t mark the lead as spam');
    await on.said('This lead has an estimate');
    expect(await on.page.getByRole('link', { name: 'Marisol Vega' }).count()).toBe(1);
  });
});
