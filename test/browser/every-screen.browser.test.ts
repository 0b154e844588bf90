import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSystemDb, type SystemDb } from '#core/platform/db/system.ts';
import { createLogger } from '#core/platform/log.ts';
import { unsubscribeToken } from '#core/platform/secrets.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { ADMIN, DEMO, seedDemo } from '../../scripts/seed-demo.ts';
import { builders, PASSWORD } from '../builders.ts';
import { openBrowser, type TestBrowser, testConfig } from '../caller.ts';
import { testClock } from '../clock.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type House, startHouse } from '../house.ts';
import { VISIT_WEEK } from '../visits.ts';
import { closePages, openPage, sharedChromium } from './chromium.ts';
import { faultsOf, setTheme, sidewaysFaults, type Theme } from './looks.ts';
import { keyboardFaults } from './keyboard.ts';
import { loadsOf, shiftFaults, slowDown } from './layout-shift.ts';
import { seedFailures } from './seed-failures.ts';
import { ADMIN_PANEL, dashboardScreens, FIRST_DAY, goWithin, type LeadOf, type Screen, whole } from './screens.ts';

/** If set to a folder, an image of every screen is saved there, in both widths and both themes. */
const PICTURES = process.env['PICTURES'];
/** If set, only the screens whose names match this pattern are opened, so that one screen can be looked at quickly. */
const ONLY = new RegExp(process.env['SCREENS'] ?? '');
/** Every screen is checked in both combinations, so that each width and each theme is covered once. */
const LOOKS: readonly Look[] = [
  { width: 390, height: 844, theme: 'dark' },
  { width: 1280, height: 900, theme: 'light' },
];
const otherTheme = (look: Look): Look => ({ ...look, theme: look.theme === 'dark' ? 'light' : 'dark' });
interface Look {
  width: number;
  height: number;
  theme: Theme;
}

/**
 * All checks run at the same time. On two busy cores, the longest check takes two minutes. On a machine that other work
 * shares, it can take five.
 */
const PATIENTLY = { timeout: 600_000 };

const SECRET = 'a-secret-of-tests-that-is-long-enough';
const NEWCOMER = 'newcomer@picket.test';
const BUYER = 'buyer@picket.test';

let database: TestDatabase;
let system: SystemDb;
let house: House;
let browser: Browser;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo({ connectionString: database.url, now: new Date(), secret: SECRET });
  await seedFailures(database.url);
  const config = testConfig(database.url);
  system = createSystemDb(config, createLogger(config, 'test'));
  [house, browser] = await Promise.all([startHouse(database.url), sharedChromium(), seedOthers()]);
});
afterAll(async () => {
  await closePages(browser);
  await house.close();
  await system.destroy();
  await database.drop();
});

/**
 * Adds a user with free access on their first day, a user without a plan and, to the demo company, a held lead and a
 * lead without an email.
 */
async function seedOthers(): Promise<void> {
  const clock = testClock(new Date());
  const a = builders(system, clock);
  const acme = await system
    .selectFrom('company_profiles')
    .selectAll()
    .where('contractor_id', '=', 'acme-fence')
    .executeTakeFirstOrThrow();
  await a.lead(acme, { name: 'Robin Ash', held_at: clock.now(), held_for: ['ticket_missing', 'phone_budget'] });
  await seedAgent(acme.id, clock.now());
  await seedEmails(acme.id, clock.now());
  await seedDecision(a, acme, clock.now());
  const nora = await a.caller(acme, {
    name: 'Nora Vance',
    phone: '+12085554001',
    perimeter_ft: null,
    quote_cents: null,
  });
  await system
    .insertInto('timeline_events')
    .values({
      company_id: acme.id,
      lead_id: nora.id,
      kind: 'lead_created',
      at: clock.now(),
      data: JSON.stringify({ source: 'manual', materialType: nora.material_type, gateCount: nora.gate_count }),
    })
    .execute();
  const [newcomer, buyer] = await Promise.all([a.user({ email: NEWCOMER }), a.user({ email: BUYER })]);
  const free = { subscription_tier: 'free', stripe_customer_id: null, stripe_subscription_id: null } as const;
  await a.company({
    user_id: newcomer.id,
    address: '',
    postal_address: '',
    subscription: free,
    pending_email: 'the-new-office@northside-fence-and-deck.example',
    pending_notify_phone: '+12085550144',
  });
  await a.company({ user_id: buyer.id, subscription: null });
}

/** Adds a lead whose text may be from somebody else, so that everything automatic waits for a decision. */
async function seedDecision(a: ReturnType<typeof builders>, acme: CompanyRow, at: Date): Promise<void> {
  const phone = '+12085554002';
  const lead = await a.lead(acme, { name: 'Wade Pruitt', phone });
  await system
    .insertInto('messages')
    .values({
      company_id: acme.id,
      lead_id: lead.id,
      channel: 'sms',
      direction: 'in',
      kind: 'reply',
      from_address: phone,
      to_address: '+12085550140',
      subject: null,
      body: 'Wrong number, this is not Wade. Take me off your list',
      status: 'received',
      unsure: true,
      error_code: null,
      provider_id: 'SM-decision',
      at,
    })
    .execute();
}

/** Adds a lead's conversation by email: an instant reply with its footer, and an answer that quotes it. */
async function seedEmails(companyId: CompanyId, now: Date): Promise<void> {
  const leadId = (await leadsOf())('Bo Li') as LeadId;
  const [lead, company] = ['bo.li@example.com', 'office@acme.example'];
  const text =
    'Hi Bo,\n\nInstant estimate: $1,427.68\nFence: 64 ft\nMaterial: Black Metal\n\nWe’ll call you to measure.';
  const answer = 'Thanks! Could the gate swing out, and is the price for black posts too?\n\nBo';
  const mail = { company_id: companyId, lead_id: leadId, channel: 'email', error_code: null } as const;
  await system
    .insertInto('messages')
    .values([
      {
        ...mail,
        direction: 'out',
        kind: 'lead.received',
        from_address: company,
        to_address: lead,
        subject: 'Your fence estimate from Acme Fence',
        body: `${text}\n\n--\nAcme Fence\n702 W Idaho St, Boise, ID 83702`,
        status: 'delivered',
        provider_id: null,
        at: new Date(now.getTime() - 2 * HOUR),
      },
      {
        ...mail,
        direction: 'in',
        kind: 'reply',
        from_address: lead,
        to_address: company,
        subject: 'Re: Your fence estimate from Acme Fence',
        body: answer,
        whole_text: `${answer}\n\nOn Monday, Acme Fence wrote:\n> Hi Bo,\n>\n> Instant estimate: $1,427.68`,
        status: 'received',
        automated: false,
        provider_id: '<bo@example.com>',
        at: new Date(now.getTime() - HOUR),
      },
    ])
    .execute();
}

/** Adds a lead's conversation with the sales agent, and a question that the agent couldn't answer. */
async function seedAgent(companyId: CompanyId, at: Date): Promise<void> {
  const leadId = (await leadsOf())('Dana Whitfield') as LeadId;
  const { id } = await system
    .insertInto('agent_conversations')
    .values({ company_id: companyId, lead_id: leadId, channel: 'widget', state: '{}', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const said = [
    { author: 'homeowner', body: 'How much is 185 ft of picket fence with a gate?' },
    { author: 'agent', body: 'I’m the automated assistant of Acme Fence. That is $1,709.70.' },
    { author: 'homeowner', body: 'Can you haul away the old one?' },
    { author: 'agent', body: 'I’m not sure about that. I’ll pass your question on.' },
  ] as const;
  await system
    .insertInto('agent_messages')
    .values(said.map((line) => ({ ...line, company_id: companyId, conversation_id: id, at })))
    .execute();
  await system
    .insertInto('agent_unanswered')
    .values({ company_id: companyId, conversation_id: id, question: 'Can you haul away the old one?', at })
    .execute();
  await system
    .insertInto('agent_facts')
    .values({
      company_id: companyId,
      question: 'Are you licensed and insured?',
      answer: 'Yes, in Idaho.',
      created_at: at,
    })
    .execute();
}

interface Visit {
  page: Page;
  /** The errors found so far, each with its screen. */
  found: string[];
}

/** Opens a page. Anything that it logs to the console counts as an error, except for missing pages. */
async function openVisit(as?: typeof DEMO): Promise<Visit> {
  const context = await browser.newContext({
    locale: 'en-US',
    reducedMotion: 'reduce',
    timezoneId: 'America/Boise',
  });
  const cookies = as ? (await signedIn(as)).cookies : [];
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: house.url })));
  const found: string[] = [];
  const page = await openPage(context, found);
  page.on('console', (message) => {
    if (message.type() === 'error' && message.location().url !== page.url())
      found.push(`${page.url()} says ${message.text()} of ${message.location().url}`);
  });
  return { page, found };
}

async function signedIn(as: typeof DEMO): Promise<TestBrowser> {
  const visitor = openBrowser(house.url);
  await visitor.trpc.auth.signIn.mutate(as);
  return visitor;
}

async function take(page: Page, look: Look): Promise<void> {
  await page.setViewportSize(look);
  await setTheme(page, look.theme);
}

async function examine({ page, found }: Visit, name: string, look: Look): Promise<void> {
  if (PICTURES !== undefined)
    for (const seen of [otherTheme(look), look]) {
      await setTheme(page, seen.theme);
      const file = `${name.replaceAll(/\W+/g, '-')}-${seen.width}-${seen.theme}.jpg`;
      await page.screenshot({ path: join(PICTURES, file), type: 'jpeg', quality: 80, animations: 'disabled' });
    }
  found.push(...(await faultsOf(page, look)).map((fault) => `${name} at ${look.width} px: ${fault}`));
}

const looksOf = ({ only }: Screen): readonly Look[] =>
  only === undefined ? LOOKS : LOOKS.filter(({ width }) => (only === 'phone') === width < 768);

/**
 * Loads the page once, then opens every screen within it, each once for all looks. If it finds an error, it reopens
 * only that screen in each look, because the state after resizing a page can differ from a freshly opened one.
 */
async function walk(visit: Visit, base: string, screens: readonly Screen[]): Promise<void> {
  const { page, found } = visit;
  const lasting: string[] = [];
  await page.goto(house.url + base);
  for (const [turn, screen] of screens.filter(({ name }) => ONLY.test(name)).entries()) {
    // Alternate screens reverse the order of looks, so each screen starts with the look that the previous one ended
    // with. Switching looks requires a new layout.
    const looks = turn % 2 === 0 ? looksOf(screen) : looksOf(screen).toReversed();
    for (const seen of screen.apart ? looks.map((look) => [look]) : [looks]) await see(visit, base, screen, seen);
    const first = found.splice(0);
    if (first.length === 0) continue;
    for (const look of looks) {
      await page.goto(house.url + base);
      await see(visit, base, screen, [look]);
    }
    if (found.length === 0) console.warn('Right at the second try only:', first);
    lasting.push(...found.splice(0));
  }
  found.push(...lasting);
}

/** Opens this screen, checks it in these looks, and closes whatever it opened. */
async function see(visit: Visit, base: string, screen: Screen, looks: readonly Look[]): Promise<void> {
  const { page, found } = visit;
  const { name, at, open, sees, undo } = screen;
  try {
    for (const [turn, look] of looks.entries()) {
      await take(page, look);
      if (turn === 0) {
        await goWithin(page, `${base}?${at}`);
        await open?.(page);
      }
      await whole(page, sees);
      await examine(visit, name, look);
    }
    if (undo) await undo(page);
    else if (open) await page.keyboard.press('Escape');
  } catch (error) {
    found.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const leadsOf = async (): Promise<LeadOf> => {
  const rows = await system.selectFrom('leads').select(['id', 'name']).execute();
  return (name) => rows.find((row) => row.name === name)?.id ?? `no ${name}`;
};

/** The homeowners' private pages: an estimate in every state, and the unsubscribe page. */
async function homeownerPages(): Promise<{ name: string; path: string }[]> {
  const { trpc } = await signedIn(DEMO);
  const leads = await system.selectFrom('leads').select(['id', 'name', 'email']).execute();
  const pages = [];
  for (const { id, name } of leads) {
    const [estimate] = await trpc.estimates.listForLead.query({ leadId: id });
    if (!estimate) continue;
    const path = new URL(estimate.url).pathname;
    pages.push({ name: `estimate of ${name}`, path });
    if (pages.length === 1) pages.push({ name: `visit of ${name}`, path: path.replace('/estimate/', '/visit/') });
  }
  const token = unsubscribeToken(leads[0]?.id as LeadId, SECRET);
  return [...pages, { name: 'unsubscribe', path: `/unsubscribe/${token}` }];
}

/** Each page is loaded once. For the second look, only the size and theme change. */
async function readPages(pages: readonly { name: string; path: string; status?: number }[]): Promise<string[]> {
  const visit = await openVisit();
  const { page, found } = visit;
  for (const { name, path, status = 200 } of pages.filter((each) => ONLY.test(each.name))) {
    const answered = (await page.goto(house.url + path))?.status();
    if (answered !== status) found.push(`${name} answers ${answered}`);
    for (const look of LOOKS) {
      await take(page, look);
      await whole(page);
      await examine(visit, name, look);
    }
  }
  await page.context().close();
  return found;
}

const PUBLIC = [
  ['landing', '/'],
  ['sign in', '/auth'],
  ['sign in by code', '/auth?view=code'],
  ['sign up', '/auth?view=sign-up&plan=starter'],
  ['forgot', '/auth?view=forgot'],
  ['privacy', '/privacy'],
  ['terms', '/terms'],
  ['widget demo', '/widget-demo'],
  ['hosted form', '/w/acme-fence'],
  ['hosted visit', '/w/acme-fence/visit'],
  ['not found', '/nothing-here', '404'],
  ['no estimate', '/estimate/none', '404'],
].map(([name = '', path = '', status = '200']) => ({ name, path, status: Number(status) }));

// These checks mostly wait for the server, so they run at the same time.
describe.concurrent('at 390 px, dark, and at 1280 px, light', PATIENTLY, () => {
  const faultsAs = async (who: typeof DEMO, base: string, screens: readonly Screen[]) => {
    const visit = await openVisit(who);
    await walk(visit, base, screens);
    await visit.page.context().close();
    return visit.found;
  };

  it('no tab, section, sheet or dialog of the dashboard has an accessibility issue', async () => {
    expect(await faultsAs(DEMO, '/dashboard', dashboardScreens(await leadsOf()))).toEqual([]);
  });

  it('no first-day screen or plan picker has an accessibility issue', async () => {
    expect(await faultsAs({ email: NEWCOMER, password: PASSWORD }, '/dashboard', FIRST_DAY)).toEqual([]);
    const plans = [
      { name: 'plans', at: '', sees: 'Choose Your Plan' },
      { name: 'chosen plan', at: 'plan=starter', sees: 'Choose another plan' },
    ];
    expect(await faultsAs({ email: BUYER, password: PASSWORD }, '/dashboard', plans)).toEqual([]);
  });

  it('no tab, sheet or dialog of the Admin Panel has an accessibility issue', async () => {
    expect(await faultsAs(ADMIN, '/admin', ADMIN_PANEL)).toEqual([]);
  });

  it('the queue board runs under our content security policy', async () => {
    const { page, found } = await openVisit(ADMIN);
    await page.goto(`${house.url}/admin/queue/`);
    await page.getByText('texts').first().waitFor();
    await page.context().close();
    expect(found).toEqual([]);
  });
});

describe.concurrent('public pages', PATIENTLY, () => {
  it('have no accessibility issue', async () => {
    const { trpc } = await signedIn(DEMO);
    await trpc.visits.updateSettings.mutate(VISIT_WEEK);
    expect(await readPages(PUBLIC)).toEqual([]);
  });

  it('for homeowners have no accessibility issue', async () => {
    await system
      .updateTable('estimates')
      // the estimate has expired
      .set({ valid_until: new Date(Date.now() - DAY).toISOString().slice(0, 10) })
      .where('lead_id', '=', (await leadsOf())('Tyrell Banks') as LeadId)
      .execute();
    expect(await readPages(await homeownerPages())).toEqual([]);
  });
});

describe.concurrent('by keyboard, at 390 px and at 200% zoom', PATIENTLY, () => {
  /** 1280 × 900 pixels at a zoom of 200%. */
  const ZOOMED = { width: 640, height: 450 };
  const walkFaults = async (
    who: typeof DEMO | undefined,
    screens: readonly { name: string; path: string; sees: string; press?: string }[],
  ) => {
    const { page, found } = await openVisit(who);
    for (const { name, path, sees, press } of screens)
      for (const size of [{ width: 390, height: 844 }, ZOOMED]) {
        await page.setViewportSize(size);
        // A state that a press led to has no URL, so the page is only resized.
        if (!press || size !== ZOOMED) await page.goto(house.url + path);
        if (press && size !== ZOOMED) await page.getByRole('button', { name: press }).press('Enter');
        await whole(page, sees);
        const faults = [...(await sidewaysFaults(page)), ...(await keyboardFaults(page))];
        found.push(...faults.map((fault) => `${name} at ${size.width} px: ${fault}`));
      }
    await page.context().close();
    return found;
  };

  it('every control of Review, a lead with only a phone, started work and notifications is reached', async () => {
    const of = await leadsOf();
    const lead = (name: string) => `/dashboard?tab=leads&lead=${of(name)}&view=overview`;
    expect(
      await walkFaults(DEMO, [
        { name: 'review', path: '/dashboard?tab=leads&review=yes', sees: 'Robin Ash' },
        { name: 'a phone only', path: lead('Nora Vance'), sees: 'Add an email' },
        { name: 'work', path: lead('Charlene Littlefield'), sees: 'Work started' },
        { name: 'notifications', path: '/dashboard?tab=admin&section=account', sees: 'Sign out everywhere' },
      ]),
    ).toEqual([]);
  });

  it('every control of the Admin Panel’s overview is reached', async () => {
    expect(await walkFaults(ADMIN, [{ name: 'overview', path: '/admin', sees: 'Held for review' }])).toEqual([]);
  });

  it('every control of the missing page and the unsubscribe page is reached', async () => {
    const lead = (await leadsOf())('Bo Li') as LeadId;
    const path = `/unsubscribe/${unsubscribeToken(lead, SECRET)}`;
    expect(
      await walkFaults(undefined, [
        { name: 'not found', path: '/nothing-here', sees: 'Page not found' },
        { name: 'unsubscribe', path, sees: 'Stop follow-up emails' },
        { name: 'unsubscribed', path, sees: 'You’re unsubscribed', press: 'Unsubscribe' },
      ]),
    ).toEqual([]);
  });
});

describe.concurrent.each([
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
])('with slow answers, at $width px', PATIENTLY, (size) => {
  const shiftsAs = async (
    who: typeof DEMO | undefined,
    screens: readonly { name: string; url: string; sees?: string | RegExp }[],
  ) => {
    const { page, found } = await openVisit(who);
    await page.setViewportSize(size);
    await slowDown(page, { cold: who === undefined });
    const shifts = await shiftFaults(page, screens);
    await page.context().close();
    return [...found, ...shifts];
  };
  const loads = (base: string, screens: readonly Screen[]) =>
    loadsOf(
      house.url + base,
      screens.filter(({ only }) => only === undefined || (only === 'phone') === size.width < 768),
    );

  it('no screen of the dashboard moves while it loads', async () => {
    expect(await shiftsAs(DEMO, loads('/dashboard', dashboardScreens(await leadsOf())))).toEqual([]);
  });

  it('no first-day screen or Admin Panel screen moves while it loads', async () => {
    expect(await shiftsAs({ email: NEWCOMER, password: PASSWORD }, loads('/dashboard', FIRST_DAY))).toEqual([]);
    expect(await shiftsAs(ADMIN, loads('/admin', ADMIN_PANEL))).toEqual([]);
  });

  it('no public page or homeowner page moves while it loads', async () => {
    const pages = [...PUBLIC, ...(await homeownerPages())];
    expect(
      await shiftsAs(
        undefined,
        pages.map(({ name, path }) => ({ name, url: house.url + path })),
      ),
    ).toEqual([]);
  });
});
