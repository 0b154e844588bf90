import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkSite } from '#core/features/widget/check-site.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: 'https://picket.example.com' } });
});
afterAll(() => app.close());

const URL_OF_PAGE = 'https://acme.com/';
const tag = (id: string) =>
  `<script src="https://picket.example.com/widget-embed.js" data-contractor-id="${id}" async></script>`;

it('finds the company’s form, an earlier id of it, or none', async () => {
  const company = await app.a.company({ contractor_id: 'new-name' });
  const other = await app.a.company({ contractor_id: 'someone-else' });
  await app.deps.system
    .insertInto('contractor_aliases')
    .values({ contractor_id: 'old-name', company_id: company.id })
    .execute();
  const check = async (html: string) =>
    (
      await checkSite(app.deps, { companyId: company.id, url: URL_OF_PAGE }, () =>
        Promise.resolve({ kind: 'page', html, url: URL_OF_PAGE }),
      )
    ).found;
  expect(await check(tag('new-name'))).toBe('yes');
  expect(await check(tag(other.contractor_id) + tag('New-Name'))).toBe('yes');
  expect(await check(tag('old-name'))).toBe('old');
  expect(await check(tag(other.contractor_id))).toBe('no');
  expect(await check(tag('nobody'))).toBe('no');
  expect(await check('<p>Fences</p>')).toBe('no');
});

it('explains why a page can’t be checked', async () => {
  const company = await app.a.company();
  const check = (page: Parameters<typeof checkSite>[2]) =>
    checkSite(app.deps, { companyId: company.id, url: URL_OF_PAGE }, page);
  expect(await check(() => Promise.resolve({ kind: 'failed', status: 404 }))).toEqual({
    found: 'no',
    detail: 'The page returned error 404. Check the URL.',
  });
  expect(await check(() => Promise.resolve({ kind: 'refused', why: 'private' }))).toMatchObject({ found: 'no' });
});

it('refuses a URL that isn’t a public website, and more than 30 checks an hour', async () => {
  const company = await app.a.company();
  const caller = await app.callerFor(company);
  await expect(caller.widget.checkSite({ url: 'http://127.0.0.1/' })).rejects.toThrow(/Enter your website’s URL/);
  const check = () =>
    checkSite(app.deps, { companyId: company.id, url: URL_OF_PAGE }, () =>
      Promise.resolve({ kind: 'failed', status: null }),
    );
  for (let count = 0; count < 30; count += 1) await check();
  await expect(check()).rejects.toThrow(/checked too many pages/);
});
