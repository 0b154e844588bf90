import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderDirectly, renderFollowUpMail } from './follow-up-mail.tsx';

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '<p ',
        '</p>',
        '<script>',
        '"',
        "'",
        '&',
        '&amp;',
        '\n',
        '\n\n',
        '\r\n',
        ' ',
        'ü',
        '\ud800',
        "https://a.b/c'&d",
      ),
    )
    .map((parts) => parts.join('')),
);

test('a follow-up email built from the cached template equals React’s output for any values', async () => {
  await fc.assert(
    fc.asyncProperty(
      hostile,
      hostile,
      fc.record({
        companyName: hostile,
        companyPhone: fc.option(hostile),
        logoUrl: fc.option(fc.webUrl()),
        postalAddress: hostile,
        brand: fc.constantFrom(null, { color: '#2f6b3a', fill: '#2f6b3a', label: '#ffffff' }),
      }),
      async (body, path, look) => {
        const mail = { ...look, body, unsubscribeUrl: `https://picket.test/unsubscribe/${path}` };
        expect((await renderFollowUpMail(mail)).html).toBe(await renderDirectly(mail));
        // A second email with the same styling uses the cached template.
        const next = { ...mail, body: `${path}\n\n${body}` };
        expect((await renderFollowUpMail(next)).html).toBe(await renderDirectly(next));
      },
    ),
    { numRuns: 60 },
  );
});

test('changed company details appear in the next email', async () => {
  const mail = { body: 'Hi', companyName: 'Acme', companyPhone: null, logoUrl: null, unsubscribeUrl: 'https://a/u' };
  expect((await renderFollowUpMail({ ...mail, postalAddress: '1 Main St' })).html).toContain('1 Main St');
  expect((await renderFollowUpMail({ ...mail, postalAddress: '2 Oak Ave' })).html).not.toContain('1 Main St');
});
