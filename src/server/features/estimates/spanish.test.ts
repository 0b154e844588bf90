import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unsubscribeToken } from '#core/platform/secrets.ts';
import { DEFAULT_TERMS } from '#shared/features/company/default-terms.ts';
import { SIGN_CONSENTS } from '#shared/features/estimates/signature.rules.ts';
import { DEFAULT_MESSAGES_ES } from '#shared/features/follow-ups/steps.rules.ts';
import { REMINDER_MESSAGES_ES } from '#shared/features/reminders/reminder-messages.es.ts';
import { measureText } from '#shared/features/messages/sms-text.rules.ts';
import { consentIn } from '#shared/features/permission/text-consent.words.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { englishIn, textOf } from '../../../../test/english.ts';
import { widgetPosts } from '../../../../test/widget-posts.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab({ now: '2026-11-16T19:00:00.000Z', env: { TRUST_PROXY: 'loopback' } });
});
afterAll(() => lab.close());

let people = 0;
const NAMES = ['Acme Fence', 'Dana', 'Whitfield', 'Vinyl', '12 Elm St', 'Boise', 'Idaho', 'STOP', 'HELP', 'START'];

/** Creates a company that offers one material, and a homeowner who requested a price in Spanish and agreed to texts. */
async function asked() {
  const { a } = lab.app;
  const company = await a.company({
    name: 'Acme Fence',
    terms: DEFAULT_TERMS,
    postal_address: '640 Mill St, Boise, ID 83702',
    widget_instant_quotes: true,
    sms_registration: 'approved',
  });
  const material = await a.material(company, { name: 'Vinyl' });
  const widget = widgetPosts(lab.app);
  const number = (people += 1);
  const email = `dana${number}@example.com`;
  const phone = `+1208555017${number}`;
  const { leadId } = await widget.taken(
    widget.lead(company, {
      name: 'Dana Whitfield',
      email,
      phone,
      address: '12 Elm St',
      zip: '83702',
      language: 'es',
      smsConsent: true,
      consentVersion: consentIn('es', '').version,
    }),
  );
  await lab.drain(company);
  return { company, material, email, phone, leadId: leadId as LeadId, caller: await lab.app.callerFor(company) };
}

type Asked = Awaited<ReturnType<typeof asked>>;

const send = async ({ caller, leadId, material }: Asked) => {
  const { url } = await caller.estimates.send({ leadId, perimeter: 184, gateCount: 1, materialId: material.id });
  return url.split('/').at(-1) ?? '';
};

const langOf = (html: string) => /<html lang="(\w+)"/.exec(html)?.[1];

const pageOf = async (token: string, query = '') => {
  const response = await fetch(`${lab.app.url}/estimate/${token}${query}`);
  return response.text();
};

describe('a Spanish lead', () => {
  it('is answered, sent an estimate and its signed copy in Spanish, with texts in GSM-7', async () => {
    const person = await asked();
    const { company, email, phone, caller, leadId } = person;
    expect(await caller.leads.get({ leadId })).toMatchObject({ language: 'es' });
    const consent = await lab.app.deps.system
      .selectFrom('consents')
      .select(['text', 'version'])
      .where('lead_id', '=', leadId)
      .executeTakeFirstOrThrow();
    expect(consent).toEqual(consentIn('es', 'Acme Fence'));

    const token = await send(person);
    await lab.drain(company);
    const page = lab.app.browser().trpc.estimatePage;
    await page.accept.mutate({ token, name: 'Dana Whitfield', agreed: true });
    await lab.drain(company);

    const mails = lab.mails(email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Recibimos su solicitud de cerca, Acme Fence',
      expect.stringMatching(/^Su presupuesto de cerca de Acme Fence: \$/),
      expect.stringMatching(/^Su presupuesto firmado de Acme Fence, EST-/),
    ]);
    for (const { subject, text, html } of mails) {
      expect([subject, englishIn(text, NAMES)]).toEqual([subject, []]);
      expect([subject, englishIn(textOf(html ?? ''), NAMES)]).toEqual([subject, []]);
      expect(langOf((html ?? '').replace(/<html[^>]*?lang/, '<html lang'))).toBe('es');
    }
    const texts = lab.texts(phone).map(({ text }) => text);
    expect(texts).toEqual([
      expect.stringContaining('recibimos su solicitud de 184 pies de Vinyl con 1 puerta'),
      expect.stringContaining('ya puede ver su presupuesto de cerca por $'),
    ]);
    expect(texts[0]).toMatch(/ Responda STOP para cancelar\.$/);
    for (const text of texts) {
      expect([text, englishIn(text, NAMES)]).toEqual([text, []]);
      expect(measureText(text).encoding).toBe('GSM-7');
    }
  });

  it('reads the estimate page, asks questions and gets errors in Spanish, without English except names', async () => {
    const person = await asked();
    const token = await send(person);
    const html = await pageOf(token);
    expect(langOf(html)).toBe('es');
    const said = textOf(html);
    expect(said).toContain('Cerca de Vinyl');
    expect(said).toContain('1. Aceptación');
    expect(said).toContain(SIGN_CONSENTS.es.text);
    expect(said).toContain('Usted, el comprador, puede cancelar esta transacción');
    expect(said).toContain('Válido hasta el 16 de diciembre de 2026.');
    expect(englishIn(said, NAMES)).toEqual([]);

    const form = (path: string, fields: Record<string, string>) =>
      fetch(`${lab.app.url}/estimate/${token}/${path}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ language: 'es', ...fields }),
      });
    const refused = textOf(await (await form('accept', { name: '' })).text());
    expect(refused).toContain('Escriba su nombre completo, por ejemplo Dana Whitfield');
    expect(refused).toContain('Marque la casilla para firmar electrónicamente');
    expect(textOf(await (await form('ask', { question: '' })).text())).toContain('Escriba su pregunta');
    const page = lab.app.browser().trpc.estimatePage;
    await expect(page.accept.mutate({ token, name: '', agreed: false, language: 'es' })).rejects.toMatchObject({
      data: { fields: { name: 'Escriba su nombre completo, por ejemplo Dana Whitfield' } },
    });
    await expect(page.pay.mutate({ token, what: 'deposit', language: 'es' })).rejects.toThrow(
      'Primero acepte y firme el presupuesto',
    );
    const asking = await form('ask', { question: '¿Cuándo empiezan?' });
    expect(asking.headers.get('location')).toBe(`/estimate/${token}?lang=es&asked=1#ask`);
    expect(textOf(await pageOf(token, '?asked=1'))).toContain('Pregunta enviada a Acme Fence');
  });

  it('signs the contract, the notice and the consent in the language shown, regardless of the page’s original language (C28)', async () => {
    const person = await asked();
    const { leadId, caller, company, email } = person;
    await caller.leads.update({ leadId, language: 'en' });
    const token = await send(person);
    const page = lab.app.browser().trpc.estimatePage;
    const english = await page.get.query({ token });
    const spanish = await page.get.query({ token, language: 'es' });
    expect([english.language, spanish.language]).toEqual(['en', 'es']);
    expect(spanish.documentHash).not.toBe(english.documentHash);
    expect(spanish.terms).toContain('1. Aceptación');
    expect(spanish.consent).toEqual(SIGN_CONSENTS.es);
    const { documentHash } = spanish;
    const signing = { token, name: 'Dana Whitfield', agreed: true, documentHash };
    await expect(page.accept.mutate(signing)).rejects.toMatchObject({ data: { code: 'CONFLICT' } });
    await page.accept.mutate({ ...signing, language: 'es' });
    const signed = await lab.app.deps.system
      .selectFrom('estimate_acceptances')
      .select(['language', 'consent_version', 'consent_text', 'document', 'document_hash'])
      .where('lead_id', '=', leadId)
      .executeTakeFirstOrThrow();
    expect(signed).toMatchObject({
      language: 'es',
      consent_version: SIGN_CONSENTS.es.version,
      consent_text: SIGN_CONSENTS.es.text,
      document_hash: documentHash,
    });
    expect(signed.document).toContain('Aceptación');
    // a signed contract is shown only in its own language, and so are the emails to its signer
    const said = textOf(await pageOf(token, '?lang=en'));
    expect(said).toContain('Usted aceptó este presupuesto');
    expect(said).not.toContain('English');
    expect((await caller.leads.get({ leadId })).language).toBe('es');
    await lab.drain(company);
    expect(lab.mails(email).at(-1)?.subject).toMatch(/^Su presupuesto firmado/);
  });

  it('keeps the language of a sent version when the contractor changes the lead’s', async () => {
    const person = await asked();
    const { leadId, caller } = person;
    const token = await send(person);
    await caller.leads.update({ leadId, language: 'en' });
    expect(langOf(await pageOf(token))).toBe('es');
    expect(langOf(await pageOf(token, '?lang=en'))).toBe('en');
    expect((await caller.leads.get({ leadId })).language).toBe('en');
    await expect(
      lab.app.deps.system.updateTable('estimates').set({ language: 'en' }).where('lead_id', '=', leadId).execute(),
    ).rejects.toThrow('fixed');
  });

  it('gets follow-ups with Spanish tags, subject and unsubscribe link, and unsubscribes in Spanish', async () => {
    const { company, leadId, email, caller } = await asked();
    const lead = await lab.app.deps.system
      .selectFrom('leads')
      .selectAll()
      .where('id', '=', leadId)
      .executeTakeFirstOrThrow();
    const activated = new Date(lab.app.clock.now().getTime() - DAY);
    const schedule = await lab.app.a.schedule(
      company,
      { ...lead, email },
      { channel: 'email', activated_at: activated },
    );
    const body =
      'Hola {{name}}, sobre los {{total_feet}} de cerca: {{offer}} en {{estimate_amount}}, hasta el {{offer_ends}}.';
    await lab.app.a.followUp(schedule, {
      channel: 'email',
      body,
      offer: JSON.stringify({ percent: 10, days: 7 }),
    });
    await lab.drain(company);
    const mail = lab.mails(email).at(-1);
    expect(mail?.subject).toBe('Su presupuesto de cerca de Acme Fence');
    expect(mail?.text).toContain('sobre los 184 pies de cerca: 10% de descuento en $');
    expect(mail?.text).toContain('hasta el 23 de noviembre de 2026.');
    expect(mail?.text).toContain('Cancelar su suscripción a los correos de seguimiento');
    expect(englishIn(mail?.text ?? '', NAMES)).toEqual([]);
    const path = `${lab.app.url}/unsubscribe/${unsubscribeToken(leadId, lab.app.config.APP_SECRET)}`;
    const before = await (await fetch(path)).text();
    const after = await (await fetch(path, { method: 'POST' })).text();
    expect(textOf(before)).toContain('¿Dejar de recibir los correos de seguimiento de Acme Fence');
    expect(textOf(after)).toContain('Su suscripción está cancelada');
    for (const html of [before, after]) expect(englishIn(textOf(html), NAMES)).toEqual([]);
    expect((await caller.leads.get({ leadId })).language).toBe('es');
  });

  it('starts with the Spanish defaults, which the contractor can edit, and gets untranslated messages as written', async () => {
    const { leadId, caller } = await asked();
    const messages = async () => (await caller.followUps.get({ leadId })).steps.map(({ message }) => message);
    expect(await messages()).toEqual([...DEFAULT_MESSAGES_ES]);
    const stored = await caller.workflow.get();
    const [first = '', second = '', third = ''] = stored.messages;
    await caller.workflow.update({ ...stored, messages: [first, 'Any news, {{name}}?', third] });
    expect(await messages()).toEqual([DEFAULT_MESSAGES_ES[0], 'Any news, {{name}}?', DEFAULT_MESSAGES_ES[2]]);

    const shown = await caller.workflow.spanish();
    expect(shown.reminders).toEqual(REMINDER_MESSAGES_ES);
    const mine = ['Uno', 'Dos', 'Tres'];
    const reminders = { ...shown.reminders, expiring: 'Hola {{name}}, vence el {{valid_until}}: {{estimate_link}}' };
    await caller.workflow.updateSpanish({ messages: mine, reminders, was: shown });
    await expect(caller.workflow.updateSpanish({ messages: mine, reminders, was: shown })).rejects.toThrow(
      'These messages were changed',
    );
    await expect(caller.workflow.updateSpanish({ messages: ['{{precio}}', 'Dos', 'Tres'], reminders })).rejects.toThrow(
      'Unknown tag: {{precio}}',
    );
    expect(await messages()).toEqual(mine);
    expect((await caller.workflow.spanish()).reminders).toEqual(reminders);
    // when steps are removed or added, the other steps keep their own Spanish messages
    await caller.workflow.update({ ...stored, cadence: [1, 7, 9], messages: [second, third, 'New one'] });
    expect(await messages()).toEqual(['Uno', 'Tres', 'New one']);
    const started = await caller.followUps.startMany({ leadIds: [leadId] });
    expect(started.leads).toMatchObject([{ outcome: 'started' }]);
    expect(await messages()).toEqual(['Uno', 'Tres', 'New one']);
  });

  it('is answered in Spanish after ALTO', async () => {
    const { company, phone } = await asked();
    const seen = lab.texts(phone).length;
    await lab.reply(phone, 'ALTO');
    await lab.drain(company);
    const texts = lab
      .texts(phone)
      .slice(seen)
      .map(({ text }) => text);
    expect(texts).toEqual(['Acme Fence: Ya no le enviaremos textos. Responda START para volver a recibirlos.']);
  });
});

describe('pages for unknown readers', () => {
  const read = async (path: string, language: string) => {
    const response = await fetch(`${lab.app.url}${path}`, { headers: { 'accept-language': language } });
    return response.text();
  };

  it.each(['/privacy', '/terms', '/estimate/no-such-token', '/unsubscribe/no-such-token'])(
    'are in the browser’s language: %s',
    async (path) => {
      const spanish = await read(path, 'es-MX,es;q=0.9,en;q=0.8');
      expect(langOf(spanish)).toBe('es');
      expect(englishIn(textOf(spanish), ['Cookies', 'Picket', ...NAMES])).toEqual([]);
      expect(langOf(await read(path, 'en-US,en;q=0.9,es;q=0.5'))).toBe('en');
      expect(langOf(await read(`${path}?lang=es`, 'en-US'))).toBe('es');
    },
  );
});
