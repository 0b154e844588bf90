import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { es } from '#shared/features/widget/words/first-words.es.ts';
import { consentIn, CONSENT_VERSION, consentText } from '#shared/features/permission/text-consent.words.ts';
import { widgetConfigView, type WidgetLeadAnswer, widgetLeadAnswer } from '#shared/features/widget/widget.schema.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { ticketOf } from '../../../../test/widget-ticket.ts';

interface Refusal {
  error: { code: string; message: string; fields?: Record<string, string> };
}

let app: TestApp;
// TRUST_PROXY is set so that each test can use its own IP address
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'loopback' } });
});
afterAll(() => app.close());

let key = 0;
// each lead is a new person, because the number of messages to one person per day is limited
const lead = (company: CompanyRow, given: object = {}) => ({
  contractorId: company.contractor_id,
  name: 'Dana Whitfield',
  email: `dana${key}@example.com`,
  perimeter: 184,
  gateCount: 1,
  smsConsent: false,
  idempotencyKey: `test-key-${(key += 1)}`,
  ticket: ticketOf(company, app),
  ...given,
});

let address = 0;
const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api/widget/v1/leads`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.${Math.floor(address / 250)}.${(address += 1) % 250}`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const answerOf = async (response: Response): Promise<WidgetLeadAnswer> => widgetLeadAnswer.parse(await response.json());
const refusalOf = async (response: Response) => ((await response.json()) as Refusal).error;
const configOf = async (contractorId: string) =>
  widgetConfigView.parse(await (await fetch(`${app.url}/api/widget/v1/config/${contractorId}`)).json());

const stored = async (company: CompanyRow) => ({
  leads: await app.deps.system.selectFrom('leads').selectAll().where('company_id', '=', company.id).execute(),
  messages: await app.deps.system
    .selectFrom('messages')
    .select(['kind', 'channel', 'to_address'])
    .where('company_id', '=', company.id)
    .orderBy('kind')
    .orderBy('channel')
    .execute(),
  consents: await app.deps.system.selectFrom('consents').selectAll().where('company_id', '=', company.id).execute(),
  timeline: await app.deps.system
    .selectFrom('timeline_events')
    .select(['kind', 'data'])
    .where('company_id', '=', company.id)
    .execute(),
});

describe('the widget accepts a lead', () => {
  it('uses the shared price rule on the server, and queues the reply and the notice', async () => {
    const company = await app.a.company({ widget_instant_quotes: true, widget_material_selection: true });
    await app.a.material(company, { name: '6ft Wood Picket', position: 0 });
    const vinyl = await app.a.material(company, { name: 'Vinyl', premium_cents: 1_000, basic: false, position: 1 });
    const response = await post(
      lead(company, { email: 'dana@example.com', materialId: vinyl.id, zip: '83702-1234', notes: 'Two dogs' }),
    );
    expect(response.status).toBe(201);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const totalCents = 184 * (762 + 1_000) + 30_000;
    const answer = await answerOf(response);
    expect(answer.estimate).toEqual({ totalCents, perimeter: 184, gateCount: 1, materialType: 'Vinyl' });
    expect(totalCents).toBe(354_208);
    const rows = await stored(company);
    expect(rows.leads).toMatchObject([
      {
        id: answer.leadId,
        quote_cents: 354_208,
        material_type: 'Vinyl',
        zip: '83702',
        status: 'new',
        source: 'widget',
      },
    ]);
    expect(rows.messages).toEqual([
      { kind: 'lead.notice', channel: 'email', to_address: company.email },
      { kind: 'lead.received', channel: 'email', to_address: 'dana@example.com' },
    ]);
    expect(rows.timeline).toMatchObject([{ kind: 'lead_created', data: { source: 'widget', quoteCents: 354_208 } }]);
    expect(rows.consents).toEqual([]);
    expect(app.enqueued).toContain(company.id);
  });

  it('gives no price if instant quotes are off, and uses the first material if none is chosen', async () => {
    const company = await app.a.company();
    await app.a.material(company, { name: 'First', position: 0 });
    const other = await app.a.material(company, { name: 'Other', position: 1 });
    const answer = await answerOf(await post(lead(company, { materialId: other.id })));
    expect(answer).toEqual({ leadId: answer.leadId });
    expect((await stored(company)).leads).toMatchObject([{ material_type: 'First', quote_cents: 170_208 }]);
  });

  it('accepts a lead without any plan, quota or material', async () => {
    const company = await app.a.company({ subscription: null, widget_instant_quotes: true });
    const response = await post(lead(company));
    expect(response.status).toBe(201);
    expect((await stored(company)).leads).toMatchObject([{ material_type: null, quote_cents: null }]);
  });

  it('stores consent verbatim with number, version, page, address and browser, and texts (C3)', async () => {
    const company = await app.a.company();
    await app.a.material(company);
    const response = await post(
      lead(company, {
        phone: '(208) 555-0172',
        smsConsent: true,
        consentVersion: CONSENT_VERSION,
        pageUrl: 'https://acme.example/quote',
      }),
      { 'user-agent': 'Phone 1.0', 'x-forwarded-for': '203.0.113.7' },
    );
    const { leadId } = await answerOf(response);
    const rows = await stored(company);
    expect(rows.consents).toMatchObject([
      {
        lead_id: leadId,
        phone: '+12085550172',
        method: 'widget',
        text: consentText(company.name),
        version: CONSENT_VERSION,
        page_url: 'https://acme.example/quote',
        ip: '203.0.113.7',
        user_agent: 'Phone 1.0',
        at: app.clock.now(),
      },
    ]);
    expect(rows.messages).toContainEqual({ kind: 'lead.received', channel: 'sms', to_address: '+12085550172' });
  });

  it('stores no consent and sends no text if the box is unchecked, and keeps a number that can’t be texted', async () => {
    const company = await app.a.company();
    await post(lead(company, { phone: '8005550199', consentVersion: CONSENT_VERSION }));
    const rows = await stored(company);
    expect(rows.leads).toMatchObject([{ phone: '+18005550199' }]);
    expect(rows.consents).toEqual([]);
    expect(rows.messages.every(({ channel }) => channel === 'email')).toBe(true);
  });

  it('refuses a consent that can’t be recorded as given, and stores nothing', async () => {
    const company = await app.a.company();
    const consenting = { phone: '2085550172', smsConsent: true };
    for (const given of [{ ...consenting, consentVersion: 'old' }, consenting]) {
      const response = await post(lead(company, given));
      expect(response.status).toBe(422);
      expect((await refusalOf(response)).fields).toHaveProperty('consentVersion');
    }
    const tollFree = { ...consenting, phone: '8005550199', consentVersion: CONSENT_VERSION };
    const response = await post(lead(company, tollFree));
    expect(response.status).toBe(422);
    expect((await refusalOf(response)).fields?.['phone']).toMatch(/\w+/);
    expect((await stored(company)).leads).toEqual([]);
  });

  it('answers the same key with the same lead and resends nothing', async () => {
    const company = await app.a.company({ widget_instant_quotes: true });
    await app.a.material(company);
    const request = lead(company);
    const first = await answerOf(await post(request));
    await app.deps.system
      .updateTable('pricing_settings')
      .set({ base_price_cents: 1 })
      .where('company_id', '=', company.id)
      .execute();
    const second = await answerOf(await post({ ...request, perimeter: 20 }));
    expect(second).toEqual(first);
    const rows = await stored(company);
    expect(rows.leads).toHaveLength(1);
    expect(rows.messages).toHaveLength(2);
    expect(rows.timeline).toHaveLength(1);
  });

  it('creates one lead from ten concurrent requests with one key', async () => {
    const company = await app.a.company({ widget_instant_quotes: true });
    await app.a.material(company);
    const request = lead(company, { phone: '2085550173', smsConsent: true, consentVersion: CONSENT_VERSION });
    const answers = await Promise.all(Array.from({ length: 10 }, async () => answerOf(await post(request))));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const rows = await stored(company);
    expect([rows.leads.length, rows.messages.length, rows.consents.length, rows.timeline.length]).toEqual([1, 3, 1, 1]);
  });

  it('keeps equal keys of two companies separate', async () => {
    const [one, other] = [await app.a.company(), await app.a.company()];
    const request = { idempotencyKey: 'the-same-key' };
    const [a, b] = [await answerOf(await post(lead(one, request))), await answerOf(await post(lead(other, request)))];
    expect(a.leadId).not.toBe(b.leadId);
  });
});

describe('the widget refuses invalid input, with an error per field', () => {
  const wrong: [field: string, given: object][] = [
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(201) }],
    ['name', { name: 'Dana\r\nBcc: x@example.com' }],
    ['name', { name: undefined }],
    ['email', { email: 'dana' }],
    ['email', { email: 'dana@example.com\r\nBcc: x@example.com' }],
    ['email', { email: 5 }],
    ['phone', { phone: '12' }],
    ['phone', { smsConsent: true, consentVersion: CONSENT_VERSION }],
    ['address', { address: 'x'.repeat(301) }],
    ['zip', { zip: '8370' }],
    ['perimeter', { perimeter: 0 }],
    ['perimeter', { perimeter: -5 }],
    ['perimeter', { perimeter: 100_000.01 }],
    ['perimeter', { perimeter: 10.001 }],
    ['perimeter', { perimeter: '184' }],
    ['perimeter', { perimeter: undefined }],
    ['gateCount', { gateCount: 101 }],
    ['gateCount', { gateCount: 1.5 }],
    ['gateCount', { gateCount: -1 }],
    ['materialId', { materialId: 'vinyl' }],
    ['notes', { notes: 'x'.repeat(4_001) }],
    ['smsConsent', { smsConsent: 'yes' }],
    ['idempotencyKey', { idempotencyKey: 'short' }],
    ['idempotencyKey', { idempotencyKey: undefined }],
    ['pageUrl', { pageUrl: 'x'.repeat(2_001) }],
  ];
  it.each(wrong)('%s: %o', async (field, given) => {
    const company = await app.a.company();
    const response = await post(lead(company, given));
    expect(response.status).toBe(422);
    const { code, message, fields } = await refusalOf(response);
    expect(code).toBe('VALIDATION_FAILED');
    expect(message).not.toBe('');
    expect(Object.keys(fields ?? {})).toEqual([field]);
    expect((await stored(company)).leads).toEqual([]);
  });

  it('answers 404 for an unknown contractor, and keeps an id from before a rename working', async () => {
    const company = await app.a.company();
    await app.deps.system
      .insertInto('contractor_aliases')
      .values({ contractor_id: `old-${company.contractor_id}`, company_id: company.id })
      .execute();
    expect((await post(lead(company, { contractorId: `old-${company.contractor_id}` }))).status).toBe(201);
    expect((await configOf(`old-${company.contractor_id}`)).contractorId).toBe(company.contractor_id);
    for (const contractorId of ['nobody', 'No Body!', '\u0000', "' or 1=1"]) {
      const response = await post(lead(company, { contractorId }));
      expect(response.status).toBe(404);
      expect((await refusalOf(response)).code).toBe('NOT_FOUND');
    }
    expect((await fetch(`${app.url}/api/widget/v1/config/nobody`)).status).toBe(404);
  });

  it('treats hostile text as text: no 500 for NUL, half a surrogate or a script URL', async () => {
    const company = await app.a.company();
    const hostile = {
      name: `{{name}} <img onerror=alert(1)> '); drop table leads; --`,
      notes: 'a\u0000b \ud800',
      pageUrl: 'javascript:alert(1)\u0000',
      idempotencyKey: 'key\u0000with-nul',
      source: 'a\u0000',
    };
    expect((await post(lead(company, hostile))).status).toBe(201);
    expect((await stored(company)).leads).toMatchObject([{ name: hostile.name, page_url: null }]);
  });

  it('answers invalid JSON in the same format and never with 500', async () => {
    for (const body of ['{', '[]', '"text"', 'null', '1']) {
      const response = await post(body);
      expect(response.status).toBe(400);
      expect((await refusalOf(response)).message).not.toBe('');
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
    const large = await post(JSON.stringify({ notes: 'x'.repeat(200_000) }));
    expect(large.status).toBe(400);
    expect((await refusalOf(large)).code).toBe('APP_ERROR');
    expect((await fetch(`${app.url}/api/widget/v1/config/%zz`)).status).toBe(400);
  });
});

describe('the widget’s settings', () => {
  it('spec:9.20 come from the server, with prices only if they may be shown before contact details', async () => {
    const company = await app.a.company({ widget_instant_quotes: true, widget_primary_color: '#2f6b3a' });
    const wood = await app.a.material(company, { name: 'Wood', premium_cents: 0, position: 0 });
    const metal = await app.a.material(company, { name: 'Metal', premium_cents: 1_000, basic: false, position: 1 });
    const config = await configOf(company.contractor_id);
    expect(config).toMatchObject({
      companyName: company.name,
      phone: company.phone,
      primaryColor: '#2f6b3a',
      poweredBy: false,
      instantQuotes: true,
      materials: [
        { id: wood.id, name: 'Wood' },
        { id: metal.id, name: 'Metal' },
      ],
      consent: { version: CONSENT_VERSION, text: consentText(company.name) },
      prices: { perFootCents: { [wood.id]: 762, [metal.id]: 1_762 }, gateCents: 30_000 },
    });
    const gate = app.deps.system.updateTable('company_profiles').set({ widget_price_gating: true });
    await gate.where('id', '=', company.id).execute();
    expect(await configOf(company.contractor_id)).not.toHaveProperty('prices');
  });

  it('are in the language that the page chose, or else the browser’s, including the consent text', async () => {
    const company = await app.a.company({ widget_paused: true });
    await app.a.material(company);
    const ask = async (query: string, language: string) => {
      const address = `${app.url}/api/widget/v1/config/${company.contractor_id}${query}`;
      const response = await fetch(address, { headers: { 'accept-language': language } });
      expect(response.headers.get('vary')).toContain('Accept-Language');
      return widgetConfigView.parse(await response.json());
    };
    const english = await ask('', 'en-US,en;q=0.9');
    expect(english).not.toHaveProperty('words');
    expect(english.consent).toEqual({ version: CONSENT_VERSION, text: consentText(company.name) });
    const spanish = await ask('?lang=es', 'en-US');
    expect(spanish.words).toEqual(es);
    expect(spanish.consent).toEqual(consentIn('es', company.name));
    expect(spanish.pausedText).toContain('no recibe solicitudes en línea en este momento');
    const languages = [
      ['?lang=,en-US', 'es-MX,es;q=0.9', 'es'],
      ['?lang=,es', 'en-US', 'es'],
      ['?lang=en,es', 'es-MX', 'en'],
      ['?lang=fr', 'de-DE', 'en'],
    ] as const;
    for (const [query, language, shown] of languages)
      expect([query, (await ask(query, language)).words?.language ?? 'en']).toEqual([query, shown]);
  });

  it('refuse a Spanish request in Spanish, and accept consent only to the text that was shown', async () => {
    const company = await app.a.company();
    await app.a.material(company);
    const wrong = { language: 'es', email: 'dana', zip: '1', phone: '5', perimeter: 0, name: 'x'.repeat(300) };
    const refused = await refusalOf(await post(lead(company, wrong)));
    expect(refused.fields).toEqual({
      email: 'Escriba un correo electrónico, por ejemplo dana@example.com',
      zip: 'Escriba un código postal de cinco dígitos, por ejemplo 83642',
      phone: 'Escriba un número de teléfono de EE. UU., por ejemplo (208) 555-0172',
      perimeter: 'Escriba más de 0 y hasta 100,000 pies, por ejemplo 184 o 212.5',
      name: 'Use como máximo 200 caracteres',
    });
    const agreed = { language: 'es', phone: '8005550199', smsConsent: true };
    const outdated = await refusalOf(await post(lead(company, { ...agreed, consentVersion: 'old' })));
    expect(outdated.message).toContain('Los términos de los mensajes de texto cambiaron');
    const tollFree = await refusalOf(
      await post(lead(company, { ...agreed, consentVersion: consentIn('es', '').version })),
    );
    expect(tollFree.message).toBe('Los números gratuitos no pueden recibir textos');
  });

  it('contain basic materials, the default color and our name on Starter, and everything on other plans', async () => {
    for (const tier of ['starter', 'pro', 'free', 'pay_as_you_go'] as const) {
      const company = await app.a.company({
        widget_primary_color: '#2f6b3a',
        widget_material_selection: true,
        subscription: { subscription_tier: tier },
      });
      await app.a.material(company, { name: 'Wood', position: 1 });
      const vinyl = await app.a.material(company, { name: 'Vinyl', basic: false, position: 0 });
      const config = await configOf(company.contractor_id);
      const starter = tier === 'starter';
      expect(config.materials.map(({ name }) => name)).toEqual(starter ? ['Wood'] : ['Vinyl', 'Wood']);
      expect([config.poweredBy, config.primaryColor]).toEqual(starter ? [true, '#3b82f6'] : [false, '#2f6b3a']);
      await post(lead(company, { materialId: vinyl.id }));
      expect((await stored(company)).leads).toMatchObject([{ material_type: starter ? 'Wood' : 'Vinyl' }]);
    }
  });

  it('can be read from any site without credentials', async () => {
    const preflight = await fetch(`${app.url}/api/widget/v1/leads`, {
      method: 'OPTIONS',
      headers: { origin: 'https://acme.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    // the page's own monitoring may add headers
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/\*.*content-type/i);
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('the widget’s address search', () => {
  it('finds at most eight US places', async () => {
    const response = await fetch(`${app.url}/api/widget/v1/address?q=boise`);
    const { items } = (await response.json()) as { items: { label: string; state: string }[] };
    expect(items[0]).toMatchObject({ city: 'Boise', state: 'ID' });
    expect(items.length).toBeLessThanOrEqual(8);
    for (const query of ['', '?q=', '?q=a&q=b', '?q[x]=1', `?q=${'x'.repeat(5_000)}`]) {
      const odd = await fetch(`${app.url}/api/widget/v1/address${query}`);
      expect(odd.status).toBe(200);
      expect(await odd.json()).toEqual({ items: [] });
    }
  });
});
