import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: 'https://picket.example/' } });
});
afterAll(() => app.close());

const site = { websiteUrl: 'acme.com', platform: 'wix' as const };

describe('the embed code', () => {
  it('spec:2.7 spec:9.19 spec:9.20 is generated at once from the company’s actual data', async () => {
    const company = await app.a.company({
      name: 'Ridge & Sons',
      phone: '+12085550123',
      widget_price_gating: true,
      widget_primary_color: '#2f6b3a',
    });
    const caller = await app.callerFor(company);
    const code = await caller.widget.code();
    expect(code.html).toContain(
      `<script src="https://picket.example/widget-embed.js" data-contractor-id="${company.contractor_id}" data-primary-color="#2f6b3a" data-phone="+12085550123" data-price-gating async></script>`,
    );
    expect(code.html).toContain('Ridge &amp; Sons');
    const generated = await caller.widget.generateCode(site);
    expect(generated).toMatchObject({
      websiteUrl: 'https://acme.com/',
      platform: 'wix',
      recommended: 'html',
      advanced: code.advanced,
      react: code.react,
    });
    expect(generated.html).toContain(code.html);
    expect(generated.instructions.join(' ')).toContain('Embed HTML');
  });

  it('follows the plan, not the saved settings', async () => {
    const company = await app.a.company({
      widget_primary_color: '#2f6b3a',
      subscription: { subscription_tier: 'starter' },
    });
    await app.a.material(company, { name: 'Wood' });
    await app.a.material(company, { name: 'Vinyl', basic: false });
    const caller = await app.callerFor(company);
    expect((await caller.widget.code()).html).toContain('data-primary-color="#3b82f6"');
    expect(await caller.widget.config()).toMatchObject({ poweredBy: true, materials: [{ name: 'Wood' }] });
  });

  it('spec:5.15 refuses an incomplete first step, with an error per field', async () => {
    const caller = await app.callerFor(await app.a.company());
    await expect(caller.widget.generateCode({ websiteUrl: 'acme', platform: 'wix' })).rejects.toThrow(/websiteUrl/);
  });

  it('can be requested by GET and by POST, with the same answer', async () => {
    const company = await app.a.company();
    const { email } = await app.deps.system
      .selectFrom('users')
      .select('email')
      .where('id', '=', company.user_id)
      .executeTakeFirstOrThrow();
    const browser = await app.signIn(email);
    const input = JSON.stringify(site);
    const got = await browser.fetch(`/trpc/widget.generateCode?input=${encodeURIComponent(input)}`);
    const posted = await browser.fetch('/trpc/widget.generateCode', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: input,
    });
    expect([got.status, posted.status]).toEqual([200, 200]);
    expect(await posted.json()).toEqual(await got.json());
    const wrong = await browser.fetch('/trpc/widget.generateCode', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ websiteUrl: 'nonsense', platform: '' }),
    });
    expect(wrong.status).toBe(422);
    const { error } = (await wrong.json()) as { error: { data: { fields: Record<string, string> } } };
    expect(error.data.fields).toEqual({
      websiteUrl: 'Enter your website’s URL, such as acmefence.com',
      platform: 'Choose your website’s platform',
    });
    // GET requests still can't change anything
    const change = encodeURIComponent('{"instantQuotes":true}');
    expect((await browser.fetch(`/trpc/widget.updateSettings?input=${change}`)).ok).toBe(false);
    expect(await browser.trpc.widget.settings.query()).toMatchObject({ instantQuotes: false });
  });
});

describe('the widget demo', () => {
  it('spec:2.6 shows the requested company, else the signed-in one, else the demo company', async () => {
    const company = await app.a.company({ name: 'Ridge & Sons' });
    const { email } = await app.deps.system
      .selectFrom('users')
      .select('email')
      .where('id', '=', company.user_id)
      .executeTakeFirstOrThrow();
    const stranger = app.browser();
    const textOf = async (answer: Promise<Response>) => (await answer).text();
    const asked = await textOf(stranger.fetch(`/widget-demo?contractor=${company.contractor_id}`));
    expect(asked).toContain('<p class="name">Ridge &amp; Sons</p>');
    expect(await textOf(stranger.fetch('/widget-demo'))).toContain('data-contractor-id="acme-fence"');
    const own = await textOf((await app.signIn(email)).fetch('/widget-demo'));
    expect(own).toContain(`data-contractor-id="${company.contractor_id}"`);
    expect(await textOf(stranger.fetch('/widget-demo?contractor=%22%3E%3Cb%3E'))).not.toContain('<b>');
  });

  it('can be framed by our own pages as the widget alone, and nothing else can', async () => {
    const frame = await app.browser().fetch('/widget-demo/frame?contractor=acme-fence');
    expect(frame.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(frame.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    const page = await app.browser().fetch('/widget-demo');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('x-frame-options')).toBe('DENY');
  });
});
