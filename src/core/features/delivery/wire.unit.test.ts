import { expect, it } from 'vitest';
import { inOneLine } from './wire.ts';

it('makes lines of a subject and a sender’s name, whatever strangers typed, and shortens the subject', () => {
  const mail = {
    subject: `New lead: Dana\r\nBcc: all@example.com ${'x'.repeat(300)}`,
    fromName: 'Acme\n Fence',
    text: 'a\nb',
  };
  const { subject, fromName, text } = inOneLine(mail);
  expect(subject).toMatch(/^New lead: Dana Bcc: all@example.com x+$/);
  expect(subject).toHaveLength(200);
  expect(fromName).toBe('Acme Fence');
  expect(text).toBe('a\nb');
});
