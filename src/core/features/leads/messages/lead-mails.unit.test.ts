import { describe, expect, it } from 'vitest';
import { versionOf } from '../../../../../test/estimate-version.ts';
import { estimateSentMail } from '../../estimates/messages/render-estimate-sent.tsx';
import { documentOf } from '../../estimates/estimate-document.ts';
import type { MailCompany } from '../../messages/emails/company-mail.tsx';
import { leadNoticeMail } from './render-lead-notice.tsx';
import { describeFence, leadReceivedMail } from './render-lead-received.tsx';
import { greetingName, oneLine } from '../../messages/emails/words.ts';

const company: MailCompany = {
  name: 'Acme Fence',
  email: 'office@acme.example',
  phone: '+12085550100',
  postalAddress: '640 Mill St, Boise, ID 83702',
};
const HOSTILE = '<img src=x onerror=alert(1)> {{name}}\r\nBcc: x@example.com';
const fence = { perimeter: 184, gateCount: 1, materialType: 'Vinyl' };
const notice = {
  ...fence,
  company,
  name: 'Dana Whitfield',
  email: 'dana@example.com',
  phone: '+12085550172',
  address: '118 Larkmeadow Ct',
  notes: 'Two dogs',
  quoteCents: 354_208,
  url: 'http://picket.test/dashboard?tab=leads&lead=1',
};
const estimate = {
  company,
  document: documentOf(versionOf({ estimate: { number: 'EST-a1b2c3-0042', valid_until: '2026-12-16' } })),
  url: 'http://picket.test/estimate/secret',
};
const hostileEstimate = {
  ...estimate,
  document: documentOf(
    versionOf({
      estimate: {
        material_type: HOSTILE,
        customer: { name: HOSTILE, email: 'x@example.com', phone: null, address: HOSTILE, zip: null },
      },
    }),
  ),
};
/** Returns an email's visible text, with markup removed and entities decoded. */
const readable = (html: string): string =>
  html
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ');

describe('the instant reply to a homeowner', () => {
  it('names its own language wherever it names one', async () => {
    for (const language of ['en', 'es'] as const) {
      const { html } = await leadReceivedMail({ company, language, name: 'Dana', ...fence, quoteCents: 354_208 });
      expect(new Set(html.match(/lang="[^"]*"/g))).toEqual(new Set([`lang="${language}"`]));
    }
  });

  it('has the same content in HTML and text: thanks, the request, the instant price, the phone, the footer (C22)', async () => {
    const mail = await leadReceivedMail({ company, name: 'Dana Whitfield', ...fence, quoteCents: 354_208 });
    for (const part of [readable(mail.html), mail.text])
      for (const said of [
        'Hi Dana, thanks for asking Acme Fence',
        '184 ft',
        'Vinyl',
        '$3,542.08',
        '(208) 555-0100',
        '640 Mill St, Boise, ID 83702',
      ])
        expect(part).toContain(said);
  });

  it('contains no price if instant prices are off', async () => {
    const mail = await leadReceivedMail({ company, name: 'Dana', ...fence, quoteCents: null });
    expect(readable(mail.html) + mail.text).not.toContain('$');
  });

  it('contains nothing that someone typed as a name, because anyone can enter any email address', async () => {
    const mail = await leadReceivedMail({ company, name: 'www.evil.example buy now', ...fence, quoteCents: null });
    expect(mail.html + mail.text).not.toContain('evil');
    expect(mail.text).toContain('Hi there,');
  });
});

describe('the notice to a contractor', () => {
  it('contains the request and the homeowner’s contact details, and links to the lead', async () => {
    const mail = await leadNoticeMail(notice);
    for (const part of [readable(mail.html), mail.text])
      for (const said of [
        'Dana Whitfield',
        '(208) 555-0172',
        'dana@example.com',
        '184 ft of Vinyl with 1 gate',
        '$3,542.08',
        'Two dogs',
      ])
        expect(part).toContain(said);
    expect(mail.html).toContain('href="http://picket.test/dashboard?tab=leads&amp;lead=1"');
    expect(mail.text).toContain(notice.url);
  });

  it('says whether the estimate was sent at once', async () => {
    const mail = await leadNoticeMail({ ...notice, instant: 'Sent at once' });
    for (const part of [readable(mail.html), mail.text]) expect(part).toMatch(/Estimate.{1,12}Sent at once/);
    expect((await leadNoticeMail(notice)).text).not.toContain('Estimate:');
  });

  it('names missing details instead of leaving a gap', async () => {
    const mail = await leadNoticeMail({ ...notice, phone: null, address: null, quoteCents: null, notes: '' });
    expect(mail.text).toContain('Phone: Not provided');
    expect(mail.text).toContain('Address: No address provided');
    expect(mail.text).toContain('Priced at: No amount yet');
    expect(mail.text).not.toContain('Notes');
  });
});

describe('the estimate email', () => {
  it('contains link, total, feet, material, deposit and last valid day in both parts', async () => {
    const mail = await estimateSentMail(estimate);
    for (const part of [readable(mail.html), mail.text])
      for (const said of [
        '$3,542.08',
        'Vinyl',
        '184 ft',
        '$1,771.04',
        'Dec 16, 2026',
        'EST-a1b2c3-0042',
        '640 Mill St',
      ])
        expect(part).toContain(said);
    expect(mail.html).toContain(`href="${estimate.url}"`);
    expect(mail.text).toContain(estimate.url);
  });
});

describe('hostile input', () => {
  it('stays plain text in every email', async () => {
    const bad: MailCompany = { ...company, name: HOSTILE, postalAddress: HOSTILE };
    const mails = await Promise.all([
      leadReceivedMail({ company: bad, name: HOSTILE, ...fence, materialType: HOSTILE, quoteCents: 1 }),
      leadNoticeMail({ ...notice, company: bad, name: HOSTILE, address: HOSTILE, notes: HOSTILE }),
      estimateSentMail({ ...hostileEstimate, company: bad }),
    ]);
    for (const { html } of mails) {
      expect(html).not.toContain('<img');
      expect(html).toContain('&lt;img');
      expect(html).toContain('{{name}}');
    }
  });

  it('never becomes a header or a greeting', () => {
    expect(oneLine(`Fence\r\nBcc: x@example.com\u2028\u0000 end`)).toBe('Fence Bcc: x@example.com end');
    for (const [name, greeting] of [
      ['Dana Whitfield', 'Dana'],
      ['  José  ', 'José'],
      ['O’Brien', 'O’Brien'],
      ['Mary-Ann Lee', 'Mary-Ann'],
      ['J. Smith', 'J.'],
      ['{{name}}', 'there'],
      ['<b>', 'there'],
      ['evil.example/x', 'there'],
      ['', 'there'],
    ] as const)
      expect(greetingName(name)).toBe(greeting);
  });
});

describe('a fence described in a phrase', () => {
  it.each([
    [fence, '184 ft of Vinyl with 1 gate'],
    [{ perimeter: 212.5, gateCount: 0, materialType: null }, '212.5 ft of fence'],
    [{ perimeter: null, gateCount: 2, materialType: 'Vinyl' }, 'a fence in Vinyl with 2 gates'],
    [{ perimeter: null, gateCount: 0, materialType: null }, 'a fence'],
  ])('%o', (given, phrase) => {
    expect(describeFence(given)).toBe(phrase);
  });
});
