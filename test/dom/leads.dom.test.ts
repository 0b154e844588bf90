import { describe, expect, it } from 'vitest';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { dialogPage } from './dialog-page.ts';
import { failing, LEAD_ID, marisol, nothingToday, VINYL } from '../fake-dashboard.ts';

const on = dialogPage();

const others: LeadView[] = (['contacted', 'estimate_sent', 'paid'] as const).map((status, index) => ({
  ...marisol,
  id: `0193a000-0000-7000-8000-00000000000${index + 4}`,
  name: ['Denise Okafor', 'Tom Hadley', 'Ray Lindqvist'][index] ?? '',
  phone: null,
  address: null,
  status,
}));

/** Fills the list with two pages, and adds one lead whose payment was reversed. */
const fillList = () => {
  const disputed: LeadView = {
    ...marisol,
    id: VINYL,
    name: 'Walt Brenner',
    status: 'paid',
    estimateStatus: 'disputed',
  };
  on.fake.answers['leads.list'] = ({ cursor, archived }) => {
    if (archived === true) return { items: [], nextCursor: null };
    return cursor ? { items: [disputed], nextCursor: null } : { items: [marisol, ...others], nextCursor: 'two' };
  };
};

const focused = () => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent;

describe('the list of leads', () => {
  it('is a table on wide screens, with six columns and actions, in pages (spec:1.4 spec:2.28 spec:2.32 spec:4.15)', async () => {
    fillList();
    await on.visit();
    await on.page.getByRole('row', { name: /Marisol Vega/ }).waitFor();
    expect(await on.page.getByRole('columnheader').allTextContents()).toEqual([
      'Customer',
      'Contact',
      'Date',
      'Details',
      'Estimate',
      'Status',
      'Actions',
    ]);
    const badges = await on.page.locator('tbody .badge').allTextContents();
    expect(badges).toEqual(['New', 'Contacted', 'Estimate Sent', 'Paid']);
    expect(await on.page.getByText('No phone provided').count()).toBe(3);
    await on.page.getByRole('button', { name: 'Show more' }).click();
    const last = on.page.getByRole('row', { name: /Walt Brenner/ });
    await last.getByText('Disputed', { exact: true }).waitFor();
    expect(await on.page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await on.page.getByText('5 leads', { exact: true }).waitFor();
  });

  it('offers neither an estimate nor a call for a lead whose homeowner was erased', async () => {
    const erased = { ...marisol, name: 'Erased homeowner', email: null, phone: null, erasedAt: '2026-11-07T10:00:00Z' };
    on.fake.answers['leads.list'] = () => ({ items: [erased], nextCursor: null });
    await on.visit();
    const row = on.page.getByRole('row', { name: /Erased homeowner/ });
    await row.waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
    expect(await row.getByRole('link').allTextContents()).toEqual(['Erased homeowner']);
  });

  it('keeps the order in the URL, and links what to do to its lead', async () => {
    fillList();
    const first = { leadId: LEAD_ID, name: 'Marisol Vega', answer: 'question' } as const;
    on.fake.answers['today.get'] = () => ({ ...nothingToday, answers: { count: 1, first } });
    await on.visit();
    await on.page.getByLabel('Order').selectOption('By name');
    await expect.poll(() => on.page.url()).toContain('sort=name');
    await on.page.getByRole('link', { name: 'Marisol Vega asked you a question' }).click();
    await on.dialog().getByRole('heading', { name: 'Marisol Vega' }).waitFor();
    await on.page.keyboard.press('Escape');
    await on.dialog().waitFor({ state: 'hidden' });
    expect(await on.page.getByLabel('Order').inputValue()).toBe('name');
  });

  it('resends an estimate, archives with Undo, and reports the result (spec:8.3 spec:8.20 spec:8.34)', async () => {
    const sent = { ...marisol, estimateSentAt: '2026-11-06T14:42:00Z' };
    on.fake.answers['leads.list'] = ({ archived }) => ({ items: archived === true ? [] : [sent], nextCursor: null });
    on.fake.answers['leads.archive'] = () => marisol;
    on.fake.answers['estimates.resend'] = () => failing({ code: 'CONFLICT', message: 'No estimate was sent yet' });
    const choose = async (item: string) => {
      await on.page.getByRole('button', { name: /More options for Marisol Vega/ }).click();
      await on.page.getByRole('menuitem', { name: item }).click();
    };
    await on.visit();
    await choose('Resend Estimate');
    const failed = on.page.locator('[data-sonner-toast]', { hasText: 'Failed to resend estimate.' });
    await failed.getByText('No estimate was sent yet').waitFor();
    on.fake.answers['estimates.resend'] = () => ({ textAt: null });
    await choose('Resend Estimate');
    await on.said('Estimate resent to Marisol Vega');
    expect(on.mutations('estimates.resend')).toEqual([{ leadId: LEAD_ID }, { leadId: LEAD_ID }]);
    await choose('Archive');
    await on.said('Marisol Vega archived');
    await on.page.getByRole('button', { name: 'Undo' }).click();
    await on.said('Marisol Vega restored');
    expect(on.mutations('leads.archive').map(({ archived }) => archived)).toEqual([true, false]);
    await on.page.getByRole('button', { name: 'More options for all leads' }).click();
    await on.page.getByRole('menuitem', { name: 'Archived leads' }).click();
    await on.page.getByRole('heading', { name: 'Nothing is archived' }).waitFor();
    expect(on.page.url()).toContain('archived=yes');
  });
});

describe('a lead entered by hand', () => {
  it('shows errors beside its fields, keeps what was typed, and opens once saved', async () => {
    on.fake.answers['leads.places'] = () => [
      { label: 'Meridian, ID 83642', city: 'Meridian', state: 'ID', zip: '83642' },
    ];
    on.fake.answers['leads.create'] = () => failing({ code: 'UNKNOWN_ERROR', message: 'Ask again' });
    await on.visit();
    await on.page.getByRole('button', { name: 'Add Lead' }).click();
    await on.dialog().getByLabel('Phone').fill('208');
    await on.dialog().getByLabel('Agreed to texts?').selectOption('Yes, in person or by phone');
    await on.dialog().getByLabel('Phone').fill('');
    await on.button('Add Lead').click();
    await on.dialog().getByText('Enter a phone number that can get texts').waitFor();
    await expect.poll(focused).toBe('name');
    await on.dialog().getByLabel('Name').fill('Marisol Vega');
    on.fake.answers['leads.known'] = ({ email }) => ({ items: email === marisol.email ? [marisol] : [] });
    await on.dialog().getByLabel('Email').fill('marisol.vega@example.com');
    await on.dialog().getByText('is already in your leads, added Nov 5, 2026').waitFor();
    await on.dialog().getByLabel('Phone').fill('208 555 0136');
    await on.dialog().getByText('Address and notes').click();
    await on.dialog().getByLabel('Street address').fill('2217 Sagebrush Ln');
    await on.dialog().getByLabel('City').fill('8364');
    await on.dialog().getByRole('option', { name: 'Meridian, ID 83642' }).waitFor();
    await on.page.keyboard.press('ArrowDown');
    await on.page.keyboard.press('Enter');
    await on.dialog().getByLabel('Perimeter').fill('184');
    await on.dialog().getByLabel('Material').selectOption('Vinyl');
    await on.dialog().getByText('$3,242.08').waitFor();
    await on.page.reload();
    await on.dialog().getByLabel('City').waitFor();
    expect(await on.dialog().getByLabel('City').inputValue()).toBe('Meridian, ID');
    await on.button('Add Lead').dblclick();
    await on.dialog().getByText('Ask again').waitFor();
    on.fake.answers['leads.create'] = () => marisol;
    await on.button('Add Lead').dblclick();
    await on.said('Marisol Vega added');
    await on.dialog().getByRole('heading', { name: 'Marisol Vega' }).waitFor();
    const [first, ...again] = on.mutations('leads.create');
    expect(again).toEqual([first]);
    expect(first).toEqual({
      idempotencyKey: expect.any(String) as unknown,
      name: 'Marisol Vega',
      email: 'marisol.vega@example.com',
      phone: '208 555 0136',
      address: '2217 Sagebrush Ln, Meridian, ID 83642',
      zip: '83642',
      perimeter: 184,
      materialId: VINYL,
      gateCount: 0,
      notes: '',
      language: 'en',
      smsConsent: { method: 'verbal' },
    });
  });

  it('is edited in the same form, which submits only changes and shows other people’s changes', async () => {
    let stored = { ...marisol };
    on.fake.answers['leads.get'] = () => stored;
    on.fake.answers['leads.update'] = () =>
      failing({ code: 'VALIDATION_FAILED', message: 'No', fields: { phone: 'We can’t text this number' } });
    await on.visit({ lead: LEAD_ID, dialog: 'edit' });
    await on.dialog().getByText('Agreed to texts on Nov 5, 2026.').waitFor();
    await on.dialog().getByLabel('Phone').fill('(208) 555-0199');
    await on.dialog().getByText('This is a different number.').waitFor();
    stored = { ...marisol, phone: '+12085550111', notes: 'Two dogs' };
    await on.page.reload();
    await on.dialog().getByText('Someone else changed phone while you were editing').waitFor();
    await expect.poll(() => on.dialog().getByLabel('Notes').inputValue()).toBe('Two dogs');
    await on.button('Save lead').click();
    await on.dialog().getByText('We can’t text this number').waitFor();
    // `was` contains the values that the form loaded. The server rejects the edit if the lead has changed since.
    const { name, email, address, zip, perimeter, materialId, gateCount, source } = marisol;
    const { phone, notes } = stored;
    const was = { name, email, phone, address, zip, perimeter, materialId, gateCount, notes, source };
    expect(on.mutations('leads.update')).toEqual([{ leadId: LEAD_ID, phone: '(208) 555-0199', was }]);
  });
});

describe('the sheet of a lead', () => {
  it('shows details, pages through the history, and saves a note (spec:2.30 spec:2.31 spec:3.13)', async () => {
    const at = '2026-11-05T14:42:00Z';
    on.fake.answers['leads.get'] = () => ({ ...marisol, phone: null, awaitsAnswer: 'question' });
    on.fake.answers['leads.addNote'] = () => null;
    on.fake.answers['leads.timeline'] = ({ cursor }) =>
      cursor
        ? { items: [{ id: '3', kind: 'lead_created', at, data: { source: 'widget' } }], nextCursor: null }
        : { items: [{ id: '1', kind: 'question', at, data: { text: 'Can the gate swing out?' } }], nextCursor: 'two' };
    await on.visit({ lead: LEAD_ID });
    const facts = on.dialog().locator('dl');
    await facts.waitFor();
    expect(await facts.locator('dt').allTextContents()).toEqual(['Email', 'Phone', 'Address', 'Date Added', 'Source']);
    expect(await facts.locator('dd').allTextContents()).toEqual([
      'marisol.vega@example.com',
      'Not provided',
      '2217 Sagebrush Ln, Boise, ID\u00a083709',
      'Nov 5, 2026',
      'Widget',
    ]);
    await on.dialog().getByText('Can the gate swing out?').waitFor();
    const answers = on.dialog().getByRole('link', { name: 'Answer by email' });
    // beside the question, and as the sheet's main action
    expect(await answers.count()).toBe(2);
    await on.dialog().getByRole('button', { name: 'Show earlier' }).click();
    await on.dialog().getByText('Asked for a price in your widget').waitFor();
    expect(await on.dialog().getByText('Can the gate swing out?').count()).toBe(1);
    await on.button('Add note').click();
    await on.dialog().getByLabel('Note', { exact: true }).fill('Called, wants Saturday');
    await on.button('Add note').click();
    await expect.poll(() => on.dialog().getByLabel('Note', { exact: true }).inputValue()).toBe('');
    await on.button('Mark as answered').click();
    await expect.poll(() => on.mutations('leads.addNote').length).toBe(2);
    expect(on.mutations('leads.addNote').map(({ text }) => text)).toEqual(['Called, wants Saturday', 'Answered']);
  });

  it('logs a call with its outcome and a note, and asks for the outcome first', async () => {
    on.fake.answers['leads.get'] = () => marisol;
    on.fake.answers['leads.timeline'] = () => ({
      items: [
        { id: '1', kind: 'note', at: '2026-11-05T14:42:00Z', open: false, data: { call: 'no_answer' } },
        { id: '2', kind: 'note', at: '2026-11-05T14:41:00Z', open: false, data: { call: 'reached', text: 'Saturday' } },
      ],
      nextCursor: null,
    });
    on.fake.answers['leads.logCall'] = () => ({ callId: LEAD_ID });
    on.fake.answers['leads.undoCall'] = () => null;
    await on.visit({ lead: LEAD_ID });
    await on.dialog().getByText('Called, no answer').waitFor();
    await on.dialog().getByText('Called and reached them').waitFor();
    await on.button('Log a call').click();
    await on.button('Log call').click();
    await on.page.getByText('Choose how the call went').waitFor();
    expect(on.mutations('leads.logCall')).toEqual([]);
    await on.page.getByRole('radio', { name: 'Voicemail' }).check();
    await on.page.getByLabel('Note', { exact: false }).fill('Asked to call back');
    await on.button('Log call').click();
    await on.said('Call logged');
    expect(on.mutations('leads.logCall')).toEqual([
      { leadId: LEAD_ID, outcome: 'voicemail', text: 'Asked to call back' },
    ]);
    await on.page.getByRole('button', { name: 'Undo' }).click();
    await on.said('Call removed');
    expect(on.mutations('leads.undoCall')).toEqual([{ leadId: LEAD_ID, callId: LEAD_ID }]);
  });

  it('keeps a call’s note if the page is loaded again, until it’s logged', async () => {
    on.fake.answers['leads.get'] = () => marisol;
    on.fake.answers['leads.logCall'] = () => ({ callId: LEAD_ID });
    await on.visit({ lead: LEAD_ID, dialog: 'call' });
    const note = on.page.getByLabel('Note', { exact: false });
    await note.fill('Asked to call back');
    await on.page.reload();
    await on.page.getByRole('radio', { name: 'Reached' }).check();
    expect(await note.inputValue()).toBe('Asked to call back');
    await on.button('Log call').click();
    await on.said('Call logged');
    await on.visit({ lead: LEAD_ID, dialog: 'call' });
    await note.waitFor();
    expect(await note.inputValue()).toBe('');
  });

  it('offers to log a call when the page appears again after a call', async () => {
    on.fake.answers['leads.get'] = () => ({ ...marisol, phone: '+12085550144' });
    await on.visit({ lead: LEAD_ID });
    const call = on.dialog().getByRole('link', { name: 'Call', exact: true });
    await call.waitFor();
    // Without this, the page would be left for the phone's own screen.
    document.addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true });
    await call.click();
    document.dispatchEvent(new Event('visibilitychange'));
    await on.page.getByRole('button', { name: 'Log the call' }).click();
    await on.page.getByText('How did the call with').waitFor();
    expect(new URLSearchParams(location.search).get('dialog')).toBe('call');
  });

  it('erases a homeowner only after their name was typed', async () => {
    on.fake.answers['leads.get'] = () => marisol;
    const kept = [{ what: 'Consents to texts', years: 5, why: 'They prove that texts were allowed' }];
    on.fake.answers['leads.erasure'] = () => ({ erasedAt: null, kept });
    on.fake.answers['leads.erase'] = () => ({ erasedAt: '2026-11-05T14:42:00Z', kept });
    await on.visit({ lead: LEAD_ID, dialog: 'erase' });
    await on.page.getByText('Consents to texts').waitFor();
    await on.button('Erase homeowner').click();
    await on.page.getByText('Type Marisol Vega to erase this homeowner').waitFor();
    await on.page.getByLabel('Type the homeowner’s name').fill('marisol  vega ');
    await on.button('Erase homeowner').click();
    await on.said('Homeowner erased');
    expect(on.mutations('leads.erase')).toEqual([{ leadId: LEAD_ID }]);
  });

  it('marks a lead lost with a reason, and reopens it', async () => {
    let stored: LeadView = marisol;
    on.fake.answers['leads.get'] = () => stored;
    on.fake.answers['leads.update'] = ({ outcome, reason }) => {
      stored = { ...marisol, outcome: outcome as LeadView['outcome'], outcomeReason: (reason as string) ?? null };
      return stored;
    };
    await on.visit({ lead: LEAD_ID });
    await on
      .dialog()
      .getByRole('button', { name: /More options for/ })
      .click();
    await on.page.getByRole('menuitem', { name: 'Mark as won or lost' }).click();
    await on.button('Save outcome').click();
    await on.dialog().getByText('Choose Won or Lost').waitFor();
    expect(on.mutations('leads.update')).toEqual([]);
    await on.dialog().getByLabel('Lost', { exact: true }).check();
    await on.dialog().getByLabel('Went with someone else').check();
    await on.button('Mark as lost').click();
    await on.said('Marisol Vega marked as lost');
    await on.dialog().getByText('Lost: went with someone else').waitFor();
    await on
      .dialog()
      .getByRole('button', { name: /More options for/ })
      .click();
    await on.page.getByRole('menuitem', { name: 'Reopen' }).click();
    await on.said('Marisol Vega reopened');
    expect(on.mutations('leads.update')).toEqual([
      { leadId: LEAD_ID, outcome: 'lost', reason: 'went with someone else' },
      { leadId: LEAD_ID, outcome: null },
    ]);
  });
});

describe('the conversation with a lead', () => {
  const at = '2026-11-05T14:42:00Z';
  const said = {
    id: '0193a000-0000-7000-8000-0000000000aa',
    from: 'homeowner',
    channel: 'sms',
    label: null,
    at,
    state: 'received',
    reason: null,
    subject: null,
    text: 'Which <b>day</b>?',
    hasWhole: false,
    attachments: [],
    sender: null,
    automatic: false,
    rowId: null,
    unsure: false,
    unreadable: false,
    again: null,
  };
  const ways = {
    sms: { allowed: true, refusal: null, reason: null, opensAt: null, why: null, first: true },
    email: { allowed: true, reason: null, subject: 'Re: Your fence' },
    companyName: 'Acme Fence',
    zone: 'America/Boise',
  };

  it('opens from an unread lead, marks it read, and sends a message once despite failures', async () => {
    let unread = 2;
    on.fake.answers['leads.get'] = () => ({ ...marisol, unread });
    on.fake.answers['messages.thread'] = () => ({ items: [said], nextCursor: null });
    on.fake.answers['messages.ways'] = () => ways;
    on.fake.answers['messages.markRead'] = () => {
      unread = 0;
      return null;
    };
    on.fake.answers['messages.send'] = () => failing({ code: 'PROVIDER_UNAVAILABLE', message: 'No answer' });
    await on.visit({ lead: LEAD_ID });
    await on.dialog().getByText('Which <b>day</b>?').waitFor();
    await expect.poll(() => on.mutations('messages.markRead')).toEqual([{ leadId: LEAD_ID }]);
    const field = on.dialog().getByLabel('Message', { exact: true });
    await field.fill('Saturday at 9 – fits?');
    // The count includes the company's name and 'STOP'. The dash becomes a plain hyphen.
    await on
      .dialog()
      .getByText(/^56 of 160, 1 text$/)
      .waitFor();
    await on.button('Send text').click();
    await on.dialog().getByRole('alert').waitFor();
    await on.page.reload();
    await on.dialog().getByRole('link', { name: 'Conversation' }).click();
    await expect.poll(() => field.inputValue()).toBe('Saturday at 9 – fits?');
    on.fake.answers['messages.send'] = () => ({ id: said.id, at });
    await on.button('Send text').click();
    await expect.poll(() => field.inputValue()).toBe('');
    const [first, second, ...more] = on.mutations('messages.send');
    expect(more).toEqual([]);
    expect(first).toMatchObject({ leadId: LEAD_ID, channel: 'sms', text: 'Saturday at 9 – fits?' });
    expect(second).toEqual(first);
  });
});
