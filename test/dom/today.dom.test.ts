import { describe, expect, it } from 'vitest';
import type { TodayView } from '#shared/features/today/today.schema.ts';
import { dialogPage } from './dialog-page.ts';
import { failing, LEAD_ID, marisol, nothingToday } from '../fake-dashboard.ts';

const on = dialogPage();

const person = { leadId: LEAD_ID, name: 'Marisol Vega' };
const ONE: TodayView = {
  visits: [],
  decisions: { count: 1, first: person },
  answers: { count: 1, first: { ...person, answer: 'question' } },
  unread: { count: 1, messages: 2, first: person },
  review: 1,
  calls: { count: 1, first: [{ ...person, phone: '+12085550136', why: 'schedule' }] },
  estimates: { count: 1, first: person },
  money: { count: 1, cents: 242_500, first: { ...person, cents: 242_500, since: '2026-11-03' } },
};
const SEVERAL: TodayView = {
  ...ONE,
  decisions: { count: 2, first: person },
  answers: { count: 3, first: { ...person, answer: 'reply' } },
  unread: { count: 2, messages: 5, first: person },
  estimates: { count: 12, first: person },
  money: { count: 3, cents: 970_000, first: null },
};
/** The lines of Today, each with what its link opens. */
const lines = () =>
  [...document.querySelectorAll('.today-lines a')].map((link) => [
    link.textContent.trim(),
    link.getAttribute('href')?.replace('/dashboard?tab=leads', '').replaceAll(LEAD_ID, 'ID'),
  ]);

describe('Today, above the leads', () => {
  it('says what to do, and opens it with one press', async () => {
    on.fake.answers['today.get'] = () => ONE;
    await on.visit();
    await on.page.getByRole('heading', { name: 'Today' }).waitFor();
    expect(lines()).toEqual([
      ['Marisol Vega may not want more messages', '&lead=ID&view=conversation'],
      ['Marisol Vega asked you a question', '&lead=ID&view=conversation'],
      ['Two unread messages', '&lead=ID&view=conversation'],
      ['One request to review', '&review=yes'],
      ['Call Marisol Vega', 'tel:+12085550136'],
      ['paid, needs a day', '&lead=ID'],
      ['Log call', '&lead=ID&dialog=call'],
      ['Send Marisol Vega an estimate', '&lead=ID&dialog=estimate'],
      ['Marisol Vega owes $2,425.00 now', '&lead=ID&view=overview'],
    ]);
    await on.page.getByText('Seven things to do today.').waitFor();
    // The badge counts every unread message, and Today those of leads that aren’t in an earlier line.
    await on.page.getByText(/2 to answer · 2 more unread · .* · \$2,425.00 due now/).waitFor();
    await on.page.getByRole('link', { name: 'Send Marisol Vega an estimate' }).click();
    await on.dialog().getByRole('heading', { name: 'Fence Installation Estimate' }).waitFor();
  });

  it('shows a visit at the company’s time before the company’s details have loaded', async () => {
    const visit = {
      id: 'v',
      leadId: LEAD_ID,
      userId: null,
      startsAt: '2026-11-05T17:00:00Z',
      endsAt: '2026-11-05T18:00:00Z',
      status: 'booked',
      note: '',
      name: 'Marisol Vega',
      phone: null,
      address: null,
      asked: '',
    };
    on.fake.answers['today.get'] = () => ({ ...ONE, visits: [visit] });
    on.fake.answers['company.get'] = () => failing({ code: 'INTERNAL_ERROR', message: 'Try again later' });
    await on.visit();
    await on.page.getByRole('heading', { name: 'Today' }).waitFor();
    // In the browser's zone, it would be noon.
    expect(document.querySelector('.today-visit time')?.textContent).toBe('10:00 AM');
  });

  it('lists several leads instead', async () => {
    on.fake.answers['today.get'] = () => SEVERAL;
    await on.visit();
    await on.page.getByRole('heading', { name: 'Today' }).waitFor();
    const found = new Map(lines() as [string, string][]);
    expect(found.get('Three leads are waiting for an answer')).toBe('&awaiting=yes');
    expect(found.get('Five unread messages')).toBe('&unread=yes');
    expect(found.get('12 estimates to send')).toBe('&status=new');
  });

  it('has nothing if there’s nothing to do, and isn’t in the way of a filtered list', async () => {
    await on.visit();
    await on.page.getByText('No leads need your attention.').waitFor();
    expect(await on.page.getByRole('heading', { name: 'Today' }).count()).toBe(0);
    on.fake.answers['today.get'] = () => ONE;
    await on.visit({ status: 'new' });
    await on.page.getByRole('row', { name: /Marisol Vega/ }).waitFor();
    expect(await on.page.getByRole('heading', { name: 'Today' }).count()).toBe(0);
  });

  it('is shown without leads in the list, and the list without Today if that can’t be loaded', async () => {
    on.fake.answers['leads.list'] = () => ({ items: [], nextCursor: null });
    on.fake.answers['today.get'] = () => ({ ...nothingToday, review: 2 });
    await on.visit();
    await on.page.getByRole('link', { name: 'Two requests to review' }).waitFor();
    on.fake.answers['leads.list'] = () => ({ items: [marisol], nextCursor: null });
    on.fake.answers['today.get'] = () => failing({ code: 'INTERNAL', message: 'down' });
    await on.visit();
    await on.page.getByRole('row', { name: /Marisol Vega/ }).waitFor();
    expect(await on.page.getByRole('heading', { name: 'Today' }).count()).toBe(0);
  });
});
