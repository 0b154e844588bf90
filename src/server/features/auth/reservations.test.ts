import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContractor } from '#core/features/widget/find-contractor.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { lastAuthMail } from '../../../../test/auth-mails.ts';
import { PASSWORD } from '../../../../test/builders.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../../../test/caller.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

let people = 0;
/** Starts a sign-up for a company with this name and returns it with its browser. */
async function begun(companyName: string): Promise<{ email: string; browser: TestBrowser; company: CompanyRow }> {
  people += 1;
  const email = `founder${people}@picket.test`;
  const browser = app.browser();
  await browser.trpc.auth.signUp.mutate({ email, password: PASSWORD, name: 'Dana Reed', companyName });
  const company = await app.deps.system
    .selectFrom('company_profiles')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return { email, browser, company };
}
/** Confirms the sign-up and returns the contractor id. */
async function confirmed({ email, browser }: { email: string; browser: TestBrowser }): Promise<string | undefined> {
  const { code } = await lastAuthMail(app, email);
  const answer = await browser.trpc.auth.verifyEmail.mutate({ email, code });
  return answer && 'company' in answer ? answer.company?.contractorId : undefined;
}

test('unconfirmed sign-ups don’t take the name of a confirmed one', async () => {
  const squatters = [await begun('Acme Fence'), await begun('Acme Fence')];
  const honest = await begun('Acme Fence');
  expect(await findContractor(app.deps, 'acme-fence')).toBeUndefined();
  expect(await confirmed(honest)).toBe('acme-fence');
  expect(await findContractor(app.deps, 'acme-fence')).toBe(honest.company.id);
  const [late] = squatters;
  expect(late && (await confirmed(late))).toBe('acme-fence-2');
});

test('simultaneous confirmations of sign-ups with one name each get their own id', async () => {
  const many = await Promise.all(['Twin Fence', 'twin  fence', 'TWIN FENCE!'].map((name) => begun(name)));
  const ids = await Promise.all(many.map((one) => confirmed(one)));
  expect(new Set(ids)).toEqual(new Set(['twin-fence', 'twin-fence-2', 'twin-fence-3']));
});

test('every way of confirming an address gives the company its id', async () => {
  const ids: (string | undefined)[] = [];
  const links = ['auth.requestCode', 'auth.requestPasswordReset'] as const;
  for (const procedure of links) {
    const { email, browser } = await begun(`Ways ${procedure.length}`);
    await browser.fetch(`/trpc/${procedure}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    const { code, token } = await lastAuthMail(app, email);
    const answer =
      procedure === 'auth.requestCode'
        ? await browser.trpc.auth.signInWithCode.mutate({ email, code })
        : await browser.trpc.auth.resetPassword.mutate({ token, password: 'another good one' });
    ids.push('company' in answer ? answer.company?.contractorId : undefined);
  }
  expect(ids).toEqual(links.map((name) => `ways-${name.length}`));
});

test('a reservation is deleted after two days, with everything sent to it', async () => {
  const { email, company } = await begun('Gone With Leads');
  const lead = await app.a.lead(company);
  await app.a.consent(company, lead);
  await sql`update users set created_at = now() - interval '3 days' where email = ${email}`.execute(app.deps.system);
  await begun('Somebody Else');
  const left = await app.deps.system.selectFrom('users').select('id').where('email', '=', email).execute();
  expect(left).toEqual([]);
});
