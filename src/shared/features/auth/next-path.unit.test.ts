import { expect, test } from 'vitest';
import { safeNextPath } from './next-path.ts';

test.each([
  '/dashboard',
  '/dashboard?tab=admin&section=account',
  '/admin',
  '/',
  '/dashboard?next=https://evil.example',
])('returns to path %j', (path) => {
  expect(safeNextPath(path)).toBe(path);
});

test.each([
  null,
  undefined,
  '',
  'dashboard',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/%2fevil.example',
  '/%2Fevil.example/..',
  '/%5cevil.example',
  '/%252fevil.example',
  '/%25255cevil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e%2e//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/%09/evil.example',
  ' //evil.example',
  '/%',
  'https://evil.example',
  'HTTPS:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '@evil.example',
  '/auth',
  '/auth?next=/dashboard',
  '/auth/google',
  `/${'a'.repeat(2_000)}`,
])('doesn’t redirect to %j after sign-in', (path) => {
  expect(safeNextPath(path)).toBeNull();
});

test('drops a fragment', () => {
  expect(safeNextPath('/dashboard#reset=1')).toBe('/dashboard');
});
