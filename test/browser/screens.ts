import type { Page } from 'playwright-core';

/** A state of the dashboard that a user can reach. */
export interface Screen {
  name: string;
  /** The query string after `/dashboard?` or `/admin?`. */
  at: string;
  /** Steps to a state that has no URL of its own. */
  open?: (page: Page) => Promise<void>;
  /** Text that appears once the screen is complete. */
  sees: string | RegExp;
  /** Set if the screen exists only on phones or only on wide screens. */
  only?: 'phone' | 'wide';
  /** Set if the screen can't be opened by its URL alone, because it needs the state of the previous screens. */
  onward?: true;
  /** Set if the opened part closes when the page is resized. It's then reopened for each look. */
  apart?: true;
  /**
   * Closes what `open` opened, if Escape alone doesn't close it, for example because unsaved input needs a
   * confirmation.
   */
  undo?: (page: Page) => Promise<void>;
}

const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names)
      await page
        .getByRole('button', { name, exact: typeof name === 'string' })
        .filter({ visible: true })
        .first()
        .click();
  };
const choose = (trigger: string | RegExp, item: string) => async (page: Page) => {
  await press(trigger)(page);
  await page.getByRole('menuitem', { name: item }).click();
};
const check = (label: string) => (page: Page) => page.getByLabel(label, { exact: true }).first().check();
const fill = (label: string, text: string) => (page: Page) =>
  page.getByLabel(label, { exact: true }).first().fill(text);
/** Scrolls to text, which may be in a part of the page that loads late. */
const see = (text: string) => (page: Page) => page.getByText(text).first().scrollIntoViewIfNeeded();
const pick = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();
const inOrder =
  (...steps: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };
/** Phones have a menu in place of the two buttons. */
const editVinyl = async (page: Page) => {
  const edit = page.getByRole('button', { name: 'Edit Vinyl' });
  await page.getByText('Add material').waitFor();
  if (await edit.isVisible()) await edit.click();
  else await choose('More options for Vinyl', 'Edit')(page);
};
/** Scrolls to the part of the screen that shows the state, as a person looking for it would. */
const scrollToText = (text: string | RegExp) => (page: Page) =>
  page
    .getByText(text)
    .filter({ visible: true })
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'center' }));
/** Opens a folded part. It may still be open from the previous look. */
const unfold = (name: string) => async (page: Page) => {
  const fold = page.locator('details').filter({ has: page.locator('summary', { hasText: name }) });
  if ((await fold.getAttribute('open')) === null) await fold.locator('summary').first().click();
};
const escape = (page: Page) => page.keyboard.press('Escape');
const discard = inOrder(press('Discard'), press('Discard changes'));
const DEAL_MENU = /^(Move or edit|More options for) Cottonwood/;

/** Returns the id of the demo company's lead with this name. */
export type LeadOf = (name: string) => string;

const leadScreens = (leadOf: LeadOf): Screen[] => {
  const of = (name: string, dialog?: string) => `tab=leads&lead=${leadOf(name)}${dialog ? `&dialog=${dialog}` : ''}`;
  return [
    { name: 'leads', at: 'tab=leads', sees: 'Bo Li' },
    { name: 'leads by status', at: 'tab=leads&status=paid', sees: 'Charlene Littlefield' },
    { name: 'leads that wait', at: 'tab=leads&awaiting=yes', sees: 'Guadalupe Ortega' },
    { name: 'owed', at: 'tab=leads&view=owed', sees: 'Who owes you' },
    { name: 'review', at: 'tab=leads&review=yes', sees: 'Robin Ash' },
    { name: 'leads not found', at: 'tab=leads&search=nobody', sees: 'No matching leads' },
    { name: 'leads archived', at: 'tab=leads&archived=yes', sees: 'Nothing is archived' },
    { name: 'reports', at: 'tab=leads&view=reports', sees: 'How far leads get' },
    { name: 'start follow-ups', at: 'tab=leads&dialog=start-many', sees: 'Choose all' },
    {
      name: 'leads menu',
      at: 'tab=leads',
      open: press('More options for all leads'),
      sees: 'Archived leads',
      apart: true,
    },
    { name: 'lead menu', at: 'tab=leads', open: press(/^More options for Bo Li/), sees: 'Edit lead', apart: true },
    {
      name: 'first steps opened',
      at: 'tab=leads',
      open: unfold('First steps'),
      sees: 'Prices checked',
      undo: (page) => page.locator('summary', { hasText: 'First steps' }).click(),
    },
    { name: 'account menu', at: 'tab=leads', open: press(/^Account menu/), sees: 'Logout' },
    { name: 'theme menu', at: 'tab=leads', open: press('Theme'), sees: 'System', apart: true },
    { name: 'side menu', at: 'tab=leads', open: press('Toggle sidebar'), sees: 'Feedback', only: 'phone' },
    {
      name: 'narrow side',
      at: 'tab=leads',
      open: press('Toggle sidebar'),
      sees: 'Bo Li',
      only: 'wide',
      undo: press('Toggle sidebar'),
    },
    { name: 'lead new', at: of('Dana Whitfield'), sees: 'Timeline' },
    { name: 'lead with a decision', at: of('Wade Pruitt'), sees: 'It’s a normal reply' },
    { name: 'lead replied', at: `${of('Guadalupe Ortega')}&view=overview`, sees: 'Timeline' },
    { name: 'leads unread', at: 'tab=leads&unread=yes', sees: 'Curtis Vandermolen' },
    { name: 'conversation', at: `${of('Guadalupe Ortega')}&view=conversation`, sees: /^Send text/ },
    { name: 'agent conversation', at: `${of('Dana Whitfield')}&view=text`, sees: 'Take over' },
    { name: 'conversation by mail', at: `${of('Bo Li')}&view=text`, sees: /You can’t text this lead/ },
    { name: 'lead with a phone only', at: of('Nora Vance'), sees: 'Add an email' },
    { name: 'lead paid', at: of('Charlene Littlefield'), sees: 'Timeline' },
    { name: 'estimate', at: of('Dana Whitfield', 'estimate'), sees: 'Additional notes' },
    {
      name: 'estimate terms',
      at: of('Dana Whitfield', 'estimate'),
      open: async (page) => page.getByRole('dialog').getByText('Edit', { exact: true }).last().click(),
      sees: 'Additional notes',
    },
    {
      name: 'estimate preview',
      at: of('Dana Whitfield', 'estimate'),
      open: press('Preview estimate'),
      sees: 'PREVIEW',
    },
    { name: 'follow-up schedule', at: of('Dana Whitfield', 'follow-up'), sees: 'Activate Follow-ups' },
    { name: 'follow-up messages', at: of('Dana Whitfield', 'follow-up'), open: pick('Messages'), sees: 'Dana reads' },
    {
      name: 'follow-up done',
      at: of('Calvin Redcloud', 'follow-up'),
      sees: 'All of these follow-ups are done.',
    },
    { name: 'lead add', at: 'tab=leads&dialog=add', sees: 'Enter the perimeter and material to get a price' },
    {
      name: 'lead add refused',
      at: 'tab=leads&dialog=add',
      open: async (page) => page.getByRole('dialog').getByRole('button', { name: 'Add Lead' }).click(),
      sees: 'Enter a name',
    },
    {
      name: 'discard question',
      at: 'tab=leads&dialog=add',
      open: inOrder(fill('Name', 'Pat'), escape),
      sees: 'Discard changes?',
      undo: press('Discard changes'),
    },
    { name: 'lead edit', at: of('Dana Whitfield', 'edit'), sees: 'Save lead' },
    { name: 'lead outcome', at: of('Dana Whitfield', 'outcome'), sees: 'Save outcome' },
    { name: 'log a call', at: of('Dana Whitfield', 'call'), sees: 'How did the call with' },
    { name: 'erase homeowner', at: of('Dana Whitfield', 'erase'), sees: 'You can’t undo this' },
    { name: 'lead merge', at: `${of('Dana Whitfield', 'merge')}&with=${leadOf('Bo Li')}`, sees: 'Merge Leads' },
    { name: 'leads import', at: 'tab=leads&dialog=import', sees: 'Import leads' },
  ];
};

const SETTINGS: Screen[] = [
  { name: 'pricing', at: 'tab=pricing', sees: 'Add material' },
  { name: 'pricing row', at: 'tab=pricing', open: editVinyl, sees: 'Save material', undo: press('Cancel') },
  {
    name: 'pricing new row',
    at: 'tab=pricing',
    open: inOrder(press('Add material'), press('Add material')),
    sees: /^Enter|^Write/,
    apart: true,
    undo: press('Cancel'),
  },
  {
    name: 'pricing zero',
    at: 'tab=pricing',
    open: inOrder(fill('Base cost per foot', '0'), check('Keep their prices'), press('Save pricing')),
    sees: 'Save a base cost of $0.00 per foot?',
    undo: inOrder(press('Keep editing'), discard),
  },
  {
    name: 'pricing, a changed base',
    at: 'tab=pricing',
    open: inOrder(fill('Base cost per foot', '9.25'), scrollToText('Keep their prices')),
    sees: 'Keep their prices',
    apart: true,
    undo: discard,
  },
  { name: 'costs', at: 'tab=pricing&part=costs', sees: 'Target margin' },
  { name: 'counting rules', at: 'tab=pricing&part=rules', sees: 'Fence system' },
  { name: 'price book', at: 'tab=pricing&part=book', sees: 'Add to your price book' },
  {
    name: 'price book, changed',
    at: 'tab=pricing&part=book',
    open: inOrder(press(/^Gate kinds/), press(/^Prices by height/), async (page) =>
      page.locator('[name="heights.0.perFootCents"]').fill('32'),
    ),
    sees: /compared with your saved prices/,
    apart: true,
    undo: discard,
  },
  { name: 'widget', at: 'tab=widget', sees: 'Website address' },
  {
    name: 'widget summary',
    at: 'tab=widget',
    open: async (page) => {
      await fill('Website address', 'acmefence.com')(page);
      await page.getByText('WordPress').click();
      await press('Continue')(page);
    },
    sees: 'Check your settings before we generate your code',
    apart: true,
  },
  {
    name: 'widget code',
    at: 'tab=widget&step=3',
    open: scrollToText('Copy code'),
    sees: 'Copy code',
    onward: true,
    apart: true,
  },
  {
    name: 'widget manual',
    at: 'tab=widget&setup=manual',
    open: scrollToText('Copy code'),
    sees: 'Copy code',
    apart: true,
  },
  {
    name: 'widget react',
    at: 'tab=widget&setup=manual',
    open: inOrder(pick('React'), scrollToText('FencePrice.jsx')),
    sees: 'FencePrice.jsx',
    apart: true,
  },
  { name: 'account', at: 'tab=admin&section=account', sees: 'Manage Subscription' },
  {
    name: 'account data',
    at: 'tab=admin&section=account',
    open: (page) => page.getByRole('link', { name: 'Export or delete your data' }).click(),
    sees: 'Export all data',
    undo: async () => undefined,
  },
  { name: 'delete company', at: 'tab=admin&section=account', open: press('Delete company'), sees: 'Current password' },
  { name: 'account two-factor', at: 'tab=admin&section=account', open: press(/^Set up/), sees: /authenticator/ },
  { name: 'company', at: 'tab=admin&section=company', sees: 'Preview Estimate' },
  {
    name: 'company unsaved',
    at: 'tab=admin&section=company',
    open: inOrder(fill('Phone', '12'), (page) => page.keyboard.press('Tab')),
    sees: 'Enter a US phone number',
    apart: true,
    undo: discard,
  },
  {
    name: 'company preview',
    at: 'tab=admin&section=company',
    open: press('Preview Estimate'),
    sees: 'Sample Homeowner',
  },
  {
    name: 'visits, settings',
    at: 'tab=admin&section=company',
    open: inOrder(unfold('Hours and rules'), scrollToText('Bookable ahead')),
    sees: 'Bookable ahead',
    apart: true,
  },
  { name: 'payments', at: 'tab=admin&section=payments', sees: 'Payment account' },
  { name: 'terms', at: 'tab=admin&section=terms', sees: 'Insert deposit' },
  {
    name: 'terms preview',
    at: 'tab=admin&section=terms',
    open: async (page) => page.getByText('Preview', { exact: true }).click(),
    sees: 'Acceptance',
  },
  { name: 'workflow', at: 'tab=admin&section=workflow', sees: 'Review request' },
  {
    name: 'workflow, a message open',
    at: 'tab=admin&section=workflow',
    open: inOrder(press(/^Edit message 3/), scrollToText('Add to message 3:')),
    sees: 'Add to message 3:',
    apart: true,
    undo: press(/^Edit message 3/),
  },
  {
    name: 'workflow in Spanish',
    at: 'tab=admin&section=workflow',
    open: inOrder(unfold('Messages in Spanish'), see('Leads whose language is Spanish')),
    sees: 'Leads whose language is Spanish',
  },
  {
    name: 'agent',
    at: 'tab=admin&section=workflow',
    open: inOrder(unfold('Sales agent'), see('Homeowners often ask')),
    sees: 'Questions the agent couldn’t answer',
  },
  {
    name: 'agent answer',
    at: 'tab=admin&section=workflow',
    open: inOrder(unfold('Sales agent'), press('Add answer')),
    sees: /^Write the question as a homeowner would ask it/,
  },
  {
    name: 'workflow, a reminder on',
    at: 'tab=admin&section=workflow',
    open: async (page) => {
      await page.getByRole('switch', { name: 'Review request' }).check();
      await scrollToText('Review page (required)')(page);
    },
    sees: 'It takes a minute',
    apart: true,
    undo: discard,
  },
  { name: 'feedback', at: 'tab=feedback', sees: 'Send feedback' },
  {
    name: 'feedback refused',
    at: 'tab=feedback',
    open: press('Send feedback'),
    sees: 'Please fill in all required fields',
  },
];

const CRM: Screen[] = [
  { name: 'crm', at: 'tab=crm', sees: 'Lead in' },
  { name: 'crm menu', at: 'tab=crm', open: press('Change organization'), sees: 'New organization', apart: true },
  { name: 'crm deal menu', at: 'tab=crm', open: press(DEAL_MENU), sees: 'Mark as lost', apart: true },
  { name: 'crm deal', at: 'tab=crm', open: choose(DEAL_MENU, 'Edit deal'), sees: 'Save deal' },
  {
    name: 'crm delete',
    at: 'tab=crm',
    open: choose('Change organization', 'Delete this organization'),
    sees: 'Keep it',
  },
  { name: 'crm organization', at: 'tab=crm&dialog=new-organization', sees: 'Organization name' },
  { name: 'crm new pipeline', at: 'tab=crm&dialog=new-pipeline', sees: 'Pipeline name' },
  { name: 'crm pipeline', at: 'tab=crm&dialog=pipeline', sees: 'Stages' },
  { name: 'crm rules', at: 'tab=crm&dialog=rules', sees: 'Save rules' },
  { name: 'crm lost', at: 'tab=crm', open: choose(DEAL_MENU, 'Mark as lost'), sees: 'Went with someone else' },
  { name: 'crm new deal', at: 'tab=crm&dialog=new-deal', sees: 'Create deal' },
];

/** Every tab, section, sheet and dialog of a contractor's dashboard, with the demo company's data. */
export const dashboardScreens = (leadOf: LeadOf): Screen[] => [...leadScreens(leadOf), ...SETTINGS, ...CRM];

/** The screens of a company on its first day, before any setup. */
export const FIRST_DAY: Screen[] = [
  { name: 'no leads', at: 'tab=leads', sees: 'Check your prices' },
  { name: 'no organization', at: 'tab=crm', sees: 'No organization yet' },
  { name: 'free access', at: 'tab=admin&section=account', sees: 'Active: free access' },
  {
    name: 'no company details',
    at: 'tab=admin&section=company',
    open: scrollToText('Postal address'),
    sees: 'without a postal address',
    apart: true,
  },
  {
    name: 'email to confirm',
    at: 'tab=admin&section=company',
    open: inOrder(press('Enter code'), scrollToText(/Enter the six-digit code/)),
    sees: /Enter the six-digit code/,
    apart: true,
    // Otherwise, the part for the code would stay open.
    undo: async (page) => {
      await page.reload();
    },
  },
  { name: 'not connected', at: 'tab=admin&section=payments', sees: 'Payment account' },
  {
    name: 'phone to confirm',
    at: 'tab=admin&section=payments',
    open: scrollToText(/Enter the six-digit code/),
    sees: /Enter the six-digit code/,
    apart: true,
  },
];

const openCompany = (page: Page) => page.getByRole('link', { name: 'Acme Fence' }).click();

/** Every tab of the Admin Panel, and everything that can be opened in it. */
export const ADMIN_PANEL: Screen[] = [
  { name: 'panel Overview', at: 'tab=overview', sees: 'Held for review' },
  { name: 'panel Companies', at: 'tab=companies', sees: 'Northside Fence' },
  { name: 'panel Users', at: 'tab=users', sees: 'demo@picket.test' },
  { name: 'panel Messages', at: 'tab=messages', sees: 'office@acme.example' },
  { name: 'panel Stripe events', at: 'tab=stripe-events', sees: 'Stripe didn’t answer' },
  { name: 'panel Feedback', at: 'tab=feedback', sees: 'They are a day off.' },
  { name: 'panel Queue', at: 'tab=queue', sees: 'BullMQ jobs' },
  { name: 'panel Audit log', at: 'tab=audit-log', sees: 'No admin actions yet' },
  { name: 'panel company', at: 'tab=companies', open: openCompany, sees: 'Ledger' },
  {
    name: 'panel free access',
    at: 'tab=companies',
    open: inOrder(openCompany, press('Grant free access')),
    sees: 'Last day of free access',
    undo: inOrder(escape, escape),
  },
  {
    name: 'panel texts',
    at: 'tab=companies',
    open: inOrder(openCompany, press('Text settings'), async (page) => {
      await page.getByLabel('Carrier registration').selectOption('rejected');
    }),
    sees: 'Rejection reason',
    undo: inOrder(escape, escape),
  },
];

/** Navigates to another screen without loading the page, as our own links do. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({ index: 0, state: null }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    scrollTo(0, 0);
  }, path);

/** Waits until the heading and the text appear and no request is running. */
export const whole = async (page: Page, sees: string | RegExp = ''): Promise<void> => {
  const pattern = typeof sees === 'string' ? sees.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : sees.source;
  await page.waitForFunction(
    (words) =>
      document.querySelector('h1') &&
      !document.querySelector('[aria-busy=true]') &&
      new RegExp(words, 'm').test(document.body.innerText),
    pattern,
    { polling: 50 },
  );
};
