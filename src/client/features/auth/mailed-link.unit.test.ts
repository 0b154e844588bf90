import { describe, expect, it } from 'vitest';
import { findLink, withoutLink } from './mailed-link.ts';

describe('the secret in an emailed link', () => {
  it('is found after # and after ?', () => {
    expect(findLink({ hash: '#reset=abc', search: '' })).toEqual({ kind: 'reset', token: 'abc' });
    expect(findLink({ hash: '', search: '?verify=abc' })).toEqual({ kind: 'verify', token: 'abc' });
    expect(findLink({ hash: '#sign-in=abc', search: '?view=code' })).toEqual({ kind: 'sign-in', token: 'abc' });
    expect(findLink({ hash: '#totp=abc', search: '?next=%2Fdashboard' })).toEqual({ kind: 'totp', token: 'abc' });
    expect(findLink({ hash: '#reset=', search: '?view=forgot' })).toBeNull();
  });

  it('is removed from the address bar, and nothing else is', () => {
    expect(withoutLink({ pathname: '/auth', search: '?verify=abc' })).toBe('/auth');
    expect(withoutLink({ pathname: '/auth', search: '?next=%2Fdashboard&reset=abc' })).toBe('/auth?next=%2Fdashboard');
  });
});
