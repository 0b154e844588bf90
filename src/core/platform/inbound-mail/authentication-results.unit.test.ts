import { describe, expect, test } from 'vitest';
import { isSenderProven, type MailHeader } from './authentication-results.ts';

const ID = 'mx.picket.test';
const header = (key: string, value: string): MailHeader => ({ key, value });
const results = (value: string): MailHeader => header('authentication-results', value);
const FROM = header('from', 'Ann Hill <Ann@Example.com>');
const proven = (...statements: readonly (string | MailHeader)[]): boolean =>
  isSenderProven([...statements.map((each) => (typeof each === 'string' ? results(each) : each)), FROM], ID);

describe('a sender is authenticated by', () => {
  test.each([
    ['DKIM of the domain', `${ID}; dkim=pass header.d=example.com`],
    [
      'DKIM of the domain in a second result',
      `${ID}; dkim=pass header.d=com.example.com; dkim=pass header.d=example.com`,
    ],
    [
      'DKIM’s identity, as Gmail writes it',
      `${ID}; dkim=pass header.i=@example.com header.s=20230601 header.b=Xy/Z+1=; spf=pass (x.test: domain of ann@example.com designates 192.0.2.1 as permitted sender) smtp.mailfrom=ann@example.com`,
    ],
    ['DMARC', `${ID}; dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=example.com`],
    [
      'DMARC, as Microsoft writes it',
      `${ID}; spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.com; dkim=none (message not signed) header.d=none;dmarc=pass action=none header.from=example.com;compauth=pass reason=100`,
    ],
    [
      'DKIM where the domain has no policy',
      `${ID}; dmarc=none header.from=example.com; dkim=pass header.d=example.com`,
    ],
    ['capitals', 'MX.Picket.TEST; DKIM=Pass HEADER.D=Example.COM'],
    [
      'folds, comments and a version',
      ` (c) ${ID} 1 (all; fine (really)) ;\t dkim / 1 = pass (2048 bits)  header . d = example.com`,
    ],
    ['a quoted id and value', `"${ID}"; dkim=pass reason="good; really" header.d="example.com"`],
    ['an escaped quote', `${ID}; dkim=pass reason="a \\" b" header.d=example.com`],
  ])('%s', (_what, value) => {
    expect(proven(value)).toBe(true);
  });

  test('the topmost header of the service, and the service’s headers directly below it', () => {
    expect(proven(`${ID}; bimi=skipped`, `${ID}; dkim=pass header.d=example.com`)).toBe(true);
    expect(proven('other.test; dkim=fail', `${ID}; dkim=pass header.d=example.com`)).toBe(true);
  });
});

describe('a sender isn’t authenticated by', () => {
  test.each([
    ['another service', 'mx.evil.test; dkim=pass header.d=example.com'],
    ['a longer name', `${ID}.evil.test; dkim=pass header.d=example.com`],
    ['a name in a comment', `mx.evil.test (${ID}); dkim=pass header.d=example.com`],
    ['another version', `${ID} 2; dkim=pass header.d=example.com`],
    ['nothing', `${ID}; none`],
    ['SPF', `${ID}; spf=pass smtp.mailfrom=example.com`],
    ['a failure', `${ID}; dkim=fail header.d=example.com`],
    ['a result that only starts with "pass"', `${ID}; dkim=passed header.d=example.com`],
    ['a pass in a comment', `${ID}; dkim=fail (dkim=pass) header.d=example.com`],
    ['a pass in a quote', `${ID}; spf=pass smtp.mailfrom="a; dkim=pass header.d=example.com"@evil.test`],
    ['a pass within a nested comment', `${ID}; spf=fail (a (b) ; dkim=pass header.d=example.com ;)`],
    ['another domain', `${ID}; dkim=pass header.d=evil.test`],
    ['a domain with the same ending', `${ID}; dkim=pass header.d=notexample.com`],
    ['a subdomain', `${ID}; dkim=pass header.d=shop.example.com`],
    ['a top-level domain', `${ID}; dkim=pass header.d=com`],
    ['no domain', `${ID}; dkim=pass`],
    ['two domains in one result', `${ID}; dkim=pass header.d=evil.test header.d=example.com`],
    ['DMARC of another domain', `${ID}; dmarc=pass header.from=evil.test`],
    ['DMARC of no domain', `${ID}; dmarc=pass`],
    ['DKIM where DMARC failed', `${ID}; dmarc=fail header.from=example.com; dkim=pass header.d=example.com`],
    ['DMARC that also failed', `${ID}; dmarc=fail header.from=example.com; dmarc=pass header.from=example.com`],
    ['a comment without an end', `${ID}; dkim=pass (x header.d=example.com`],
    ['a quote without an end', `${ID}; dkim=pass reason="x header.d=example.com`],
    ['an invalid property', `${ID}; dkim=pass ?? header.d=example.com`],
    ['an overlong header', `${ID}; ${'dkim=pass header.d=example.com;'.repeat(1_000)}`],
  ])('%s', (_what, value) => {
    expect(proven(value)).toBe(false);
  });

  test('a header further down, which others could have added', () => {
    const forged = `${ID}; dkim=pass header.d=example.com`;
    expect(proven(`${ID}; dkim=none`, header('received', 'from evil.test'), forged)).toBe(false);
    expect(proven(`${ID}; dkim=none`, 'other.test; dkim=none', forged)).toBe(false);
  });

  test('any header if no service is configured', () => {
    expect(isSenderProven([results(`${ID}; dkim=pass header.d=example.com`), FROM], undefined)).toBe(false);
  });

  test.each([
    ['two From headers', [FROM, header('from', 'bob@example.com')]],
    ['two addresses', [header('from', 'ann@example.com, victim@example.com')]],
    ['a group', [header('from', 'us: ann@example.com, bob@example.com;')]],
    ['no address', [header('from', 'Ann')]],
    ['no From header', []],
  ])('an email with %s', (_what, from) => {
    expect(isSenderProven([results(`${ID}; dkim=pass header.d=example.com`), ...from], ID)).toBe(false);
  });
});

test('compares an international domain in its ASCII form', () => {
  const from = header('from', 'ann@z\u00e4une.example');
  const signed = (domain: string) => isSenderProven([results(`${ID}; dkim=pass header.d=${domain}`), from], ID);
  expect(['xn--zune-loa.example', 'Z\u00e4une.example', 'zaune.example'].map(signed)).toEqual([true, true, false]);
});
