import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountView } from '#shared/features/auth/auth.schema.ts';
import {
  DEFAULT_VISIT_SETTINGS,
  type VisitSettingsView,
  type VisitView,
} from '#shared/features/visits/visits.schema.ts';
import { dialogPage } from './dialog-page.ts';
import { failing, LEAD_ID } from '../fake-dashboard.ts';

const on = dialogPage();
const COMPANY = '/dashboard?tab=admin&section=company';
const ACCOUNT = '/dashboard?tab=admin&section=account';

const button = (name: string) => on.page.getByRole('button', { name, exact: true });
const field = (name: string) => on.page.getByLabel(name, { exact: true });
const taking = () => on.page.getByRole('switch', { name: 'Take bookings for visits' });

const account: AccountView = {
  user: { id: 'u', email: 'dale@acme.test', name: 'Dale Kerr', avatarUrl: null, roles: ['contractor'] },
  pendingEmail: null,
  hasPassword: true,
  googleLinked: false,
  totpEnabled: false,
  recoveryCodesLeft: 0,
};

let settings: VisitSettingsView;
let visits: VisitView[];
beforeEach(() => {
  settings = { ...DEFAULT_VISIT_SETTINGS, own: false };
  visits = [];
  Object.assign(on.fake.answers, {
    'auth.account': () => account,
    'visits.settings': () => settings,
    'visits.forLead': () => visits,
    'visits.updateSettings': ({ was: _was, ...changes }) => (settings = { ...settings, ...changes }),
  } satisfies typeof on.fake.answers);
});

describe('the settings for visits', () => {
  it('can be a member’s own, and are the company’s again once those are removed', async () => {
    const person = (userId: string, name: string, role: string) => ({ userId, name, email: `${name}@acme.test`, role });
    const [dale, ana] = ['0193a000-0000-7000-8000-0000000000a1', '0193a000-0000-7000-8000-0000000000a2'];
    const members = [person(dale, 'Dale', 'owner'), person(ana, 'Ana', 'sales'), person('v', 'Vic', 'viewer')];
    on.fake.answers['team.list'] = () => ({ members, invitations: [] });
    const own: Record<string, VisitSettingsView> = {};
    on.fake.answers['visits.settings'] = (input) => own[String((input as { userId?: string })?.userId)] ?? settings;
    on.fake.answers['visits.updateSettings'] = ({ was: _was, userId, own: keep, ...changes }) => {
      if (keep === false) delete own[String(userId)];
      else own[String(userId)] = { ...settings, ...changes, own: true };
      return own[String(userId)] ?? settings;
    };
    await on.goTo(COMPANY);
    await field('Settings of').waitFor();
    expect(await field('Settings of').locator('option').allTextContents()).toEqual(['The company', 'Dale', 'Ana']);
    await field('Settings of').selectOption('Ana');
    await on.page.getByText('The company’s settings apply to Ana until you save others here.').waitFor();
    await on.page.getByText('Hours and rules').click();
    await field('Most a day for each member').fill('2');
    await button('Save visits').click();
    await on.said('Visits saved');
    await on.page.getByText('Ana has their own settings.').waitFor();
    expect(on.mutations('visits.updateSettings')[0]).toMatchObject({ userId: ana, maxPerDay: 2 });
    await field('Settings of').selectOption('The company');
    expect(await field('Most a day for each member').inputValue()).toBe(String(DEFAULT_VISIT_SETTINGS.maxPerDay));
    await field('Settings of').selectOption('Ana');
    await button('Use the company’s settings').click();
    await on.said('The company’s settings apply to Ana');
    expect(on.mutations('visits.updateSettings')[1]).toEqual({ userId: ana, own: false });
  });

  it('turn visits on with hours, travel and limits, and keep what is typed while a field is wrong', async () => {
    await on.goTo(COMPANY);
    await taking().check();
    await field('Length of a visit').fill('9');
    await field('Notice').fill('soon');
    await field('Monday, open until').fill('08:00');
    await on.page.getByRole('radio', { name: 'Always the same' }).check();
    await field('Time between two visits').fill('121');
    await button('Save visits').click();
    await on.said('Enter 15 to 240 minutes');
    for (const words of ['Enter 0 to 336 hours', 'Enter a time after the beginning', 'Enter 0 to 120 minutes'])
      await on.said(words);
    expect(on.mutations('visits.updateSettings')).toEqual([]);
    expect(await field('Notice').inputValue()).toBe('soon');
    await on.page.reload();
    expect(await field('Notice').inputValue()).toBe('soon');
    await field('Length of a visit').fill('45');
    await field('Notice').fill('12');
    await field('Monday, open until').fill('12:00');
    await field('Time between two visits').fill('20');
    await on.page.getByRole('switch', { name: 'Saturday' }).check();
    await on.page.getByRole('switch', { name: 'Friday' }).click();
    await button('Save visits').click();
    await on.said('Visits saved');
    const { own: _own, ...was } = { ...DEFAULT_VISIT_SETTINGS, own: false };
    expect(on.mutations('visits.updateSettings')).toEqual([
      {
        ...DEFAULT_VISIT_SETTINGS,
        enabled: true,
        hours: [
          { weekday: 1, from: '09:00', to: '12:00' },
          ...[2, 3, 4, 6].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
        ],
        lengthMinutes: 45,
        travel: 20,
        noticeHours: 12,
        was,
      },
    ]);
    await button('Discard').waitFor({ state: 'hidden' });
  });

  it('show the server’s error at its field, and another window’s change above the form', async () => {
    await on.goTo(COMPANY);
    await taking().check();
    const at = { 'hours.1.to': 'Too late in the day' };
    on.fake.answers['visits.updateSettings'] = () =>
      failing({ code: 'VALIDATION_FAILED', message: 'Check the fields', fields: at });
    await button('Save visits').click();
    await on.said('Too late in the day');
    expect(await field('Tuesday, open until').getAttribute('aria-invalid')).toBe('true');
    on.fake.answers['visits.updateSettings'] = () =>
      failing({ code: 'CONFLICT', message: 'The settings for visits were changed in another window' });
    settings = { ...settings, enabled: true, noticeHours: 48 };
    await button('Save visits').click();
    await on.said('The settings for visits were changed in another window');
  });

  it('have a private calendar address for each member, that can be replaced', async () => {
    await on.goTo(ACCOUNT);
    await on.page.getByText('Two-factor').first().waitFor();
    expect(await on.page.getByText('Your visits in your calendar').count()).toBe(0);
    settings = { ...settings, enabled: true };
    let token = 'first';
    on.fake.answers['visits.feed'] = () => ({ url: `https://fence.test/calendar/${token}.ics` });
    on.fake.answers['visits.revokeFeed'] = () => {
      token = 'second';
      return null;
    };
    await on.goTo(ACCOUNT);
    await expect.poll(() => field('Calendar address').inputValue()).toBe('https://fence.test/calendar/first.ics');
    await button('Replace address').click();
    await on.page.getByRole('alertdialog').getByRole('button', { name: 'Replace address' }).click();
    await on.said('Address replaced');
    expect(await field('Calendar address').inputValue()).toBe('https://fence.test/calendar/second.ics');
  });
});

/** 9:00 AM and 10:00 AM in Boise, on two days in winter. */
const [NINE, TEN, NEXT_DAY] = ['2099-12-01T16:00:00.000Z', '2099-12-01T17:00:00.000Z', '2099-12-02T16:00:00.000Z'];
const visitAt = (startsAt: string, status: VisitView['status'] = 'booked'): VisitView => ({
  id: 'visit',
  leadId: LEAD_ID,
  userId: 'u',
  startsAt,
  endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString(),
  status,
  note: '',
  url: 'http://x/visit/token',
});
/** Chooses an option of a select, as a person would. */
const choose = (name: string, label: string) => on.dialog().getByLabel(name, { exact: true }).selectOption({ label });

describe('a lead’s visit', () => {
  it('can’t be booked while visits are off', async () => {
    await on.visit({ lead: LEAD_ID });
    await on.dialog().getByText('Timeline').first().waitFor();
    expect(await on.dialog().getByText('Book a visit').count()).toBe(0);
  });

  it('is booked at a free time, moved and canceled with a reason', async () => {
    settings = { ...settings, enabled: true };
    Object.assign(on.fake.answers, {
      'visits.slots': () => [NINE, TEN, NEXT_DAY].map((startsAt) => ({ startsAt, userId: 'u' })),
      'visits.book': () => failing({ code: 'CONFLICT', message: 'This time is no longer free. Choose another one' }),
      'visits.move': ({ startsAt }) => (visits = [visitAt(startsAt as string)])[0],
      'visits.cancel': () => (visits = [visitAt(NEXT_DAY, 'cancelled')])[0],
    } satisfies typeof on.fake.answers);
    await on.visit({ lead: LEAD_ID });
    await on.button('Book a visit').click();
    await on.button('Book visit').click();
    await on.said('Choose a day');
    await choose('Day', 'Dec 1, 2099 Tue');
    await choose('Time', '9:00 AM');
    await on.button('Book visit').click();
    await on.said('This time is no longer free. Choose another one');
    on.fake.answers['visits.book'] = ({ startsAt }) => (visits = [visitAt(startsAt as string)])[0];
    await choose('Time', '10:00 AM');
    await on.button('Book visit').click();
    await on.said('Visit booked');
    expect(on.mutations('visits.book')).toMatchObject([
      { leadId: LEAD_ID, startsAt: NINE, userId: 'u' },
      { leadId: LEAD_ID, startsAt: TEN, userId: 'u' },
    ]);
    await on.said('Dec 1, 2099 Tue 10:00 AM');
    await on.button('Move visit').click();
    await choose('Day', 'Dec 2, 2099 Wed');
    await choose('Time', '9:00 AM');
    await on.button('Move visit').last().click();
    await on.said('Visit moved');
    expect(on.mutations('visits.move')).toEqual([{ visitId: 'visit', startsAt: NEXT_DAY, userId: 'u' }]);
    await on.button('Cancel visit').click();
    await field('Reason (optional)').fill('Rain all week');
    await on.button('Cancel visit').last().click();
    await on.said('Visit canceled');
    expect(on.mutations('visits.cancel')).toEqual([{ visitId: 'visit', reason: 'Rain all week' }]);
    await on.button('Book a visit').waitFor();
  });

  it('is marked as done or as a no-show once it has begun, also while visits are off', async () => {
    visits = [visitAt('2020-12-01T16:00:00.000Z')];
    on.fake.answers['visits.setOutcome'] = ({ outcome }) =>
      (visits = [visitAt('2020-12-01T16:00:00.000Z', outcome as 'done')])[0];
    await on.visit({ lead: LEAD_ID });
    await on.button('Mark as no-show').click();
    await on.said('Visit marked as a no-show');
    await on.dialog().getByText('No-show', { exact: true }).waitFor();
    await on.button('Mark as done').click();
    await on.dialog().getByText('Visit done', { exact: true }).waitFor();
    expect(on.mutations('visits.setOutcome').map(({ outcome }) => outcome)).toEqual(['no_show', 'done']);
  });
});
