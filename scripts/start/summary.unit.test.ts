import { expect, test } from 'vitest';
import { PROVIDERS } from './sandbox-env.ts';
import { summary } from './summary.ts';

const said = (demo: { there: boolean; signIns: boolean; admin: boolean }, host?: string): string =>
  summary(
    {
      port: 3000,
      host,
      publicUrl: 'http://localhost:3000',
      dataDir: '/data',
      databaseUrl: undefined,
      providers: [...PROVIDERS],
      env: {},
    },
    { sandboxPort: 3001, where: '/data/postgres', demo },
  );

test('in a trial, prints the sign-ins and who can reach them', () => {
  const trial = { there: true, signIns: true, admin: true };
  expect(said(trial)).toContain('admin@picket.test / picket-admin');
  expect(said(trial)).toContain('from this machine only, because of the demo data (set HOST=0.0.0.0 to allow others)');
  expect(said(trial, '0.0.0.0')).toContain('0.0.0.0: anyone who can reach it can sign in with these passwords');
  expect(said(trial)).not.toContain('npm run admin');
});

test('otherwise prints no password, and explains how to create the first admin', () => {
  const fresh = said({ there: false, signIns: false, admin: false });
  expect(fresh).not.toContain('picket-');
  expect(fresh).toContain('sign up at http://localhost:3000/auth, then: npm run admin -- grant you@example.com');
  expect(said({ there: false, signIns: false, admin: true })).not.toContain('npm run admin');
  expect(said({ there: true, signIns: false, admin: false })).toContain(
    "can't sign in, because their passwords are public",
  );
});
