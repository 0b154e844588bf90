import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { hashToken } from '#core/platform/secrets.ts';
import { DAY, MINUTE } from '#shared/primitives/durations.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';

let app: TestApp;
// captures everything that the server writes to standard output
const logged: string[] = [];
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    logged.push(String(chunk));
    return true;
  });
  app = await startTestApp({ env: { LOG_LEVEL: 'trace' } });
});
afterAll(async () => {
  await app.close();
  vi.restoreAllMocks();
});

const HOSTILE = `Dana <img src=x onerror=alert(1)> {{name}} "><script>x</script>`;

const send = async (options: { company?: object; lead?: object; input?: object } = {}) => {
  const company = await app.a.company({ name: 'Acme Fence', ...options.company });
  const vinyl = await app.a.material(company, { name: 'Vinyl', premium_cents: 1_000 });
  const lead = await app.a.lead(company, { name: 'Marisol Vega', address: '2217 Sagebrush Ln', ...options.lead });
  const caller = await app.callerFor(company);
  const input = { leadId: lead.id, perimeter: 184, materialId: vinyl.id, gateCount: 1, ...options.input };
  const sent = await caller.estimates.send(input);
  return { company, lead, caller, input, sent, path: new URL(sent.url).pathname };
};
const open = (path: string, init?: RequestInit) => fetch(app.url + path, init);
const textOf = async (path: string) => (await open(path)).text();
const estimateOf = (id: string) =>
  app.deps.system
    .selectFrom('estimates')
    .selectAll()
    .where('id', '=', id as never)
    .executeTakeFirstOrThrow();
const viewsOf = async (leadId: string) =>
  app.deps.system
    .selectFrom('timeline_events')
    .select('data')
    .where('lead_id', '=', leadId as never)
    .where('kind', '=', 'estimate_viewed')
    .orderBy('id')
    .execute();
const signInAs = async (company: CompanyRow) => {
  const { email } = await app.deps.system
    .selectFrom('users')
    .select('email')
    .where('id', '=', company.user_id)
    .executeTakeFirstOrThrow();
  return app.signIn(email);
};

describe('the homeowner’s page', () => {
  it('spec:9.11 shows who offers what at which price, what is due when, and how to accept', async () => {
    const { path, sent } = await send({
      company: { terms: 'Deposit {{deposit}}.\nBalance at completion.' },
      input: { notes: 'Old chain link comes out first.' },
    });
    const html = await textOf(path);
    for (const said of [
      'Acme Fence',
      'Estimate for Marisol Vega, 2217 Sagebrush Ln',
      '$3,542.08',
      '$3,242.08',
      '184 ft at $17.62 per foot',
      '1 at $300.00',
      'Valid through Dec 16, 2026.',
      'Sent Nov 16, 2026.',
      sent.number,
      'href="tel:+12085550100"',
      'aria-label="Call Acme Fence"',
      'Deposit 50% of the total ($1,771.04).',
      'Old chain link comes out first.',
      'aria-label="184 feet of Vinyl with 1 gate"',
      'Accept and sign',
      'You, the buyer, may cancel this transaction',
    ])
      expect(html).toContain(said);
    expect(html.match(/\$1,771\.04/g)?.length).toBeGreaterThanOrEqual(3);
    expect(html).not.toMatch(/style="|onclick|<script>/i);
  });

  it('can’t be cached, indexed, framed or sent as a referrer, and runs only our script', async () => {
    const { path } = await send();
    for (const address of [path, '/estimate/unknown']) {
      const { headers } = await open(address);
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-robots-tag')).toContain('noindex');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|script-src (?!'self';)|https?:/);
      expect(policy).toContain("form-action 'self'");
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
      expect(nonce).toBeTruthy();
    }
    const again = [await open(path), await open(path)].map(({ headers }) => headers.get('content-security-policy'));
    expect(again[0]).not.toBe(again[1]);
  });

  it('shows hostile names, notes and terms as plain text', async () => {
    const { path } = await send({
      company: { name: `A <b>"'&` },
      lead: { name: HOSTILE, address: HOSTILE },
      input: { notes: HOSTILE, terms: HOSTILE },
    });
    const html = await textOf(path);
    expect(html).not.toMatch(/<img|<script>|<b>"/);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; {{name}}');
  });

  it('prints the homeowner’s own notes as notes, not as the contractor’s', async () => {
    const { path, company } = await send({ input: { notes: 'Please save the old cedar' } });
    const html = await textOf(path);
    expect(html).toMatch(/<h2>Notes<\/h2>.*Please save the old cedar/s);
    expect(html).not.toContain(`What ${company.name} noted`);
  });

  it('never shows the lead’s private notes', async () => {
    const { path } = await send({ lead: { notes: 'Haggles. Owes us from 2024' }, input: { notes: '' } });
    expect(await textOf(path)).not.toMatch(/Haggles|<h2>Notes/);
  });

  it('uses the contractor’s color on Pro and ours on Starter', async () => {
    const pro = await send({ company: { widget_primary_color: '#3b82f6' } });
    expect(await textOf(pro.path)).toContain('--brand:#2a70e3');
    const starter = await send({ company: { subscription: { subscription_tier: 'starter' } } });
    expect(await textOf(starter.path)).not.toContain('--brand:#');
  });

  it('says that a newer version exists, with a link to it, and when an estimate expired', async () => {
    const { caller, input, path, sent } = await send();
    const newer = await caller.estimates.send({ ...input, gateCount: 2 });
    const old = await textOf(path);
    expect(old).toContain('has sent you a newer estimate');
    expect(old).toContain('$3,542.08');
    expect(old).not.toContain('Accept and sign');
    const third = await caller.estimates.send({ ...input, gateCount: 3 });
    const link = (from: string) => /href="([^"]+)">Open the newer estimate/.exec(from)?.[1];
    expect(link(old)).toBe(new URL(newer.url).pathname);
    expect(link(await textOf(path))).toBe(new URL(third.url).pathname);
    expect(link(await textOf(new URL(third.url).pathname))).toBeUndefined();
    expect((await estimateOf(sent.estimateId)).status).toBe('superseded');
    app.clock.advance(31 * DAY);
    const expired = await textOf(new URL(third.url).pathname);
    expect(expired).toContain('This estimate was valid through Dec 16, 2026.');
    expect(expired).not.toContain('Accept and sign');
    app.clock.advance(-31 * DAY);
  });

  it('offers to ask for a new estimate once it expired or was declined, unless a newer one exists', async () => {
    const { caller, input, path } = await send();
    expect(await textOf(path)).not.toContain('Ask for a new estimate');
    app.clock.advance(31 * DAY);
    expect(await textOf(path)).toContain('Ask for a new estimate');
    expect(await textOf(`${path}?lang=es`)).toContain('Pedir un presupuesto nuevo');
    app.clock.advance(-31 * DAY);
    await open(`${path}/decline`, { method: 'POST', body: new URLSearchParams() });
    const declined = await textOf(path);
    expect(declined).toContain('Ask for a new estimate');
    expect(declined).toContain('>Please send me a new estimate.</textarea>');
    expect(await textOf(`${path}?asked=1`)).not.toContain('Ask for a new estimate');
    await caller.estimates.send({ ...input, gateCount: 2 });
    expect(await textOf(path)).not.toContain('Ask for a new estimate');
  });

  it('answers the same for unknown, altered and revoked links', async () => {
    const { path, sent } = await send();
    await app.deps.system
      .updateTable('estimate_links')
      .set({ revoked_at: app.clock.now() })
      .where('token_hash', '=', hashToken(path.split('/').at(-1) ?? ''))
      .execute();
    const bodies = new Set<string>();
    for (const address of [
      path,
      `${path}x`,
      '/estimate/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      '/estimate/x',
      `/estimate/${sent.estimateId}`,
      '/estimate/%00',
    ]) {
      const response = await open(address);
      expect(response.status).toBe(404);
      bodies.add((await response.text()).replace(/nonce="[^"]+"/, ''));
    }
    expect(bodies.size).toBe(1);
    expect([...bodies][0]).not.toMatch(/Acme|\$\d/);
    expect([...bodies][0]).toContain('call your contractor, and ask for a new link');
    expect((await estimateOf(sent.estimateId)).view_count).toBe(0);
  });
});

describe('views', () => {
  const look = (path: string, headers: Record<string, string> = {}) =>
    open(`${path}/seen`, { method: 'POST', headers });

  it('are stored with first and last time, and added to the timeline at most every half hour', async () => {
    const { path, sent, lead } = await send();
    const first = app.clock.now();
    expect((await look(path)).status).toBe(204);
    await look(path);
    app.clock.advance(20 * MINUTE);
    await look(path);
    expect(await viewsOf(lead.id)).toHaveLength(1);
    app.clock.advance(11 * MINUTE);
    await look(path);
    expect(await viewsOf(lead.id)).toMatchObject([{ data: { number: sent.number, count: 1 } }, { data: { count: 4 } }]);
    expect(await estimateOf(sent.estimateId)).toMatchObject({
      status: 'viewed',
      view_count: 4,
      first_viewed_at: first,
      last_viewed_at: app.clock.now(),
    });
  });

  it.each(['Mozilla/5.0 (iPhone)', 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'WhatsApp/2.23', ''])(
    'aren’t counted for a plain GET or HEAD by “%s”',
    async (agent) => {
      const { path, sent } = await send();
      for (const method of ['GET', 'HEAD', 'GET']) await open(path, { method, headers: { 'user-agent': agent } });
      await open(`${path}.pdf`);
      expect(await estimateOf(sent.estimateId)).toMatchObject({ status: 'sent', view_count: 0, first_viewed_at: null });
    },
  );

  it('are counted for a form that’s sent without a script', async () => {
    const { path, sent } = await send();
    await open(`${path}/ask`, { method: 'POST', body: new URLSearchParams({ question: 'How tall?' }) });
    expect(await estimateOf(sent.estimateId)).toMatchObject({ status: 'viewed', view_count: 1 });
  });

  it('aren’t counted for the contractor or an unknown link', async () => {
    const { path, sent, company } = await send();
    const contractor = await signInAs(company);
    await contractor.fetch(`${path}/seen`, { method: 'POST' });
    await look('/estimate/unknown');
    expect((await estimateOf(sent.estimateId)).view_count).toBe(0);
    const stranger = await signInAs(await app.a.company());
    await stranger.fetch(`${path}/seen`, { method: 'POST' });
    expect((await estimateOf(sent.estimateId)).view_count).toBe(1);
  });
});

describe('the link’s token', () => {
  it('is in no log, however the URL is written', async () => {
    const { path } = await send();
    const token = path.split('/').at(-1) ?? '';
    logged.length = 0;
    for (const address of [
      path,
      `${path}/`,
      `${path}?utm=1`,
      path.replace('/estimate', '/ESTIMATE'),
      `/${path}`,
      `${path}x`,
      `${path}.pdf`,
    ])
      await open(address);
    const body = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
    for (const form of ['ask', 'accept', 'pay', 'decline', 'elsewhere'])
      await open(`${path}/${form}`, body({ question: 'a'.repeat(99) }));
    await open(`${path}/ask`, body({ question: 'a'.repeat(99_000) }));
    await open('/trpc/estimatePage.get?input=' + encodeURIComponent(JSON.stringify({ token })));
    await vi.waitFor(() => expect(logged.join('').match(/"method":"GET"/g)?.length).toBeGreaterThanOrEqual(8));
    await vi.waitFor(() => expect(logged.join('').match(/"method":"POST"/g)?.length).toBeGreaterThanOrEqual(6));
    expect(logged.join('')).not.toContain(token);
  });
});
