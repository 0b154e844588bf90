import { expect, test } from 'vitest';
import { displayedRole } from './displayed-role.rules.ts';

test('admin is shown before contractor, and anyone else is a user (spec:6.4)', () => {
  expect(displayedRole(['contractor', 'admin'])).toBe('admin');
  expect(displayedRole(['customer', 'contractor'])).toBe('contractor');
  expect(displayedRole(['customer'])).toBe('user');
  expect(displayedRole([])).toBe('user');
});
