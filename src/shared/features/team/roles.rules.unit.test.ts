import { expect, test } from 'vitest';
import { type Permission, roleMay, TEAM_ROLES } from './roles.rules.ts';

test.each([
  ['owner', ['view', 'work', 'office', 'manage', 'costs', 'own']],
  ['manager', ['view', 'work', 'office', 'manage', 'costs']],
  ['sales', ['view', 'work']],
  ['viewer', ['view', 'office']],
] as const)('the role %s may %j', (role, allowed) => {
  const all: Permission[] = ['view', 'work', 'office', 'manage', 'costs', 'own'];
  expect(TEAM_ROLES).toContain(role);
  expect(all.filter((permission) => roleMay(role, permission))).toEqual(allowed);
});
