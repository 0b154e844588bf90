import { describe, expect, it } from 'vitest';
import { isAllowedOrigin } from './allowed-domains.rules.ts';
import { widgetSettingsInput } from './widget-settings.schema.ts';

const OWN = 'https://picket.example.org';
const domainsOf = (allowedDomains: string[]) => widgetSettingsInput.safeParse({ allowedDomains }).data?.allowedDomains;

describe('the sites that may show a widget', () => {
  it.each([
    ['https://example.com', ['example.com'], true],
    ['https://www.example.com', ['example.com'], true],
    ['https://example.com', ['www.example.com'], true],
    ['http://example.com:8080', ['example.com'], true],
    ['https://shop.example.com', ['example.com'], false],
    ['https://shop.example.com', ['*.example.com'], true],
    ['https://example.com', ['*.example.com'], false],
    ['https://notexample.com', ['example.com', '*.example.com'], false],
    ['https://example.com.evil.net', ['example.com'], false],
    ['null', ['example.com'], false],
    ['https://anything.net', [], true],
    [OWN, ['example.com'], true],
    ['http://picket.example.org', ['example.com'], false],
  ])('%s with %j: %s', (origin, domains, allowed) => {
    expect(isAllowedOrigin(origin, domains, OWN)).toBe(allowed);
  });
});

describe('a typed domain', () => {
  it('is read from a URL, in lower case, each once', () => {
    expect(domainsOf([' https://WWW.Acme.com/fences?x=1', 'www.acme.com', '*.Acme.com', 'localhost:3000'])).toEqual([
      'www.acme.com',
      '*.acme.com',
      'localhost',
    ]);
  });

  it.each(['acme', '*', '*.com', 'a b.com', 'acme..com', 'https://dale:x@acme.com', ''])('refuses %j', (domain) => {
    expect(domainsOf([domain])).toBeUndefined();
  });
});
