import { describe, expect, it } from 'vitest';
import type { LeadId } from '#shared/primitives/ids.ts';
import {
  hashToken,
  open,
  randomToken,
  readSignedToken,
  readUnsubscribeToken,
  seal,
  signedToken,
  unsubscribeToken,
} from './secrets.ts';

const secret = 'a'.repeat(32);
const leadId = '0199c000-0000-7000-8000-000000000001' as LeadId;

describe('secrets', () => {
  it('creates unique 256-bit tokens that are safe in URLs', () => {
    const tokens = new Set(Array.from({ length: 200 }, randomToken));
    expect(tokens.size).toBe(200);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('decrypts its own output, unless it was altered or encrypted for another purpose', () => {
    const sealed = seal('the token ✓', secret, 'estimate-link:1');
    expect(sealed).not.toContain('token');
    expect(open(sealed, secret, 'estimate-link:1')).toBe('the token ✓');
    expect(open(sealed, secret, 'estimate-link:2')).toBeUndefined();
    expect(open(sealed, 'b'.repeat(32), 'estimate-link:1')).toBeUndefined();
    expect(open(`${sealed.slice(0, -2)}AA`, secret, 'estimate-link:1')).toBeUndefined();
    for (const broken of ['', 'x', 'not sealed at all, but long enough to hold a tag']) {
      expect(open(broken, secret, 'estimate-link:1')).toBeUndefined();
    }
    expect(seal('the token ✓', secret, 'estimate-link:1')).not.toBe(sealed);
  });

  it('verifies its own tokens, and rejects all others', () => {
    const token = signedToken('payload', secret, 'unsubscribe');
    expect(readSignedToken(token, secret, 'unsubscribe')).toBe('payload');
    expect(readSignedToken(token, secret, 'reset')).toBeUndefined();
    expect(readSignedToken(token, 'b'.repeat(32), 'unsubscribe')).toBeUndefined();
    const [, signature] = token.split('.');
    const forged = `${Buffer.from('other').toString('base64url')}.${signature}`;
    for (const wrong of [forged, token.slice(0, -1), `${token}A`, `${token}.x`, '.', '', 'x.y'])
      expect(readSignedToken(wrong, secret, 'unsubscribe')).toBeUndefined();
  });

  it('an unsubscribe token contains the lead and the email’s row', () => {
    const rowId = '01938a3e-0000-7000-8000-0000000000ff';
    expect(readUnsubscribeToken(unsubscribeToken(leadId, secret, rowId), secret)).toEqual({ leadId, rowId });
    // Emails that were already sent contain links without the row's id.
    expect(readUnsubscribeToken(unsubscribeToken(leadId, secret), secret)).toEqual({ leadId, rowId: null });
    expect(readUnsubscribeToken('x.y', secret)).toBeUndefined();
  });
});
