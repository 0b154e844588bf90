import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLATFORM_LABEL, PLATFORMS } from './platforms.ts';
import { generateCodeInput, websiteUrl } from './widget-code.schema.ts';

const read = (text: string) => websiteUrl.safeParse(text).data;

describe('a website URL', () => {
  it.each([
    ['acme.com', 'https://acme.com/'],
    ['  WWW.Acme.com ', 'https://www.acme.com/'],
    ['http://acme.com/fences?utm=1#top', 'http://acme.com/fences?utm=1'],
    ['acme-fence.co.uk:8080/quote', 'https://acme-fence.co.uk:8080/quote'],
    ['zäune.de', 'https://xn--zune-loa.de/'],
  ])('%s is %s', (typed, address) => expect(read(typed)).toBe(address));

  it.each([
    '',
    'acme',
    'acme fence',
    'dale@acme.com',
    'https://dale:secret@acme.com',
    'ftp://acme.com',
    'javascript:alert(1)',
    'mailto:dale@acme.com',
    'localhost:3000',
    '127.0.0.1',
    '1.2.3',
    'http://[::1]/',
    'acme..com',
    '.com',
    'acme.c',
    '"><script>',
    `${'a'.repeat(70)}.com`,
    `acme.com/${'a'.repeat(2_000)}`,
  ])('refuses %j', (typed) => expect(read(typed)).toBeUndefined());

  it('is idempotent for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.tuple(fc.domain(), fc.string()).map((parts) => parts.join('/')),
          fc.string(),
        ),
        (typed) => {
          const address = read(typed);
          if (address === undefined) return;
          expect(read(address)).toBe(address);
          expect(address).toMatch(/^https?:\/\/[^/@\s<>"]+\.[^/@\s<>"]+\//);
        },
      ),
    );
  });
});

describe('the first step', () => {
  it('spec:5.15 requires website URL and platform, with an error beside each', () => {
    const wrong = (input: object) =>
      generateCodeInput.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    expect(wrong({ websiteUrl: '', platform: '' })).toEqual([
      'websiteUrl: Enter your website’s URL, such as acmefence.com',
      'platform: Choose your website’s platform',
    ]);
    expect(wrong({ websiteUrl: 'acme.com', platform: 'geocities' })).toHaveLength(1);
    expect(wrong({ platform: 'wix' })).toHaveLength(1);
  });

  it('spec:9.22 knows the spec’s seven platforms and Webflow, by id and by name', () => {
    expect(PLATFORMS.map((id) => PLATFORM_LABEL[id])).toEqual([
      'WordPress',
      'Shopify',
      'React/Next.js',
      'Wix',
      'Squarespace',
      'Webflow',
      'Custom HTML',
      'Other',
    ]);
    for (const id of PLATFORMS)
      for (const name of [id, PLATFORM_LABEL[id]])
        expect(generateCodeInput.parse({ websiteUrl: 'acme.com', platform: name }).platform).toBe(id);
  });
});
