import type { SiteCheck } from '#shared/features/widget/check-site.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { fetchPage, type FetchedPage } from '../../platform/fetch-page.ts';
import { createRateLimit } from '../../platform/rate-limit.ts';
import { type FindDeps, findContractor } from './find-contractor.ts';
import { findWidgets, type FoundWidget } from './find-widget.ts';

type CheckDeps = FindDeps & Pick<Deps, 'db' | 'config'>;

const HOUR_IN_SECONDS = 3_600;
const CHECKS_PER_HOUR = 30;

/**
 * Looks for the company's widget on a page. Returns 'old' if the page uses one of the company's earlier contractor ids.
 * Throws RATE_LIMITED after 30 checks per company in an hour. Only tests pass `fetch`.
 */
export async function checkSite(
  deps: CheckDeps,
  { companyId, url }: { companyId: CompanyId; url: string },
  fetch: (address: string) => Promise<FetchedPage> = fetchPage,
): Promise<SiteCheck> {
  const limit = createRateLimit(deps, {
    name: 'check-site',
    points: CHECKS_PER_HOUR,
    durationSeconds: HOUR_IN_SECONDS,
    message: 'You’ve checked too many pages. Wait an hour and try again',
  });
  await limit.consume(companyId);
  const page = await fetch(url);
  if (page.kind !== 'page') return { found: 'no', detail: whyNot(page) };
  const found = findWidgets(page.html, { page: page.url, host: new URL(deps.config.PUBLIC_URL).host });
  return judge(deps, companyId, found);
}

const REFUSED = {
  private: 'This page isn’t on the public internet. Enter the URL that visitors use.',
  port: 'We can check only pages on the standard web ports. Leave the port out of the URL.',
  redirects: 'This page redirects too many times.',
  size: 'This page is too large to check.',
};

const HIDDEN =
  'Your form is on this page, but in a part that visitors don’t see until something opens it. Open the page and check that it appears.';

function whyNot(page: Exclude<FetchedPage, { kind: 'page' }>): string {
  if (page.kind === 'refused') return REFUSED[page.why];
  return page.status === null
    ? 'We couldn’t load this page. Check the URL.'
    : `The page returned error ${page.status}. Check the URL.`;
}

async function judge(deps: CheckDeps, companyId: CompanyId, found: FoundWidget[]): Promise<SiteCheck> {
  const current = await inCompany(deps.db, companyId, (tx) =>
    tx.selectFrom('company_profiles').select('contractor_id').where('id', '=', companyId).executeTakeFirstOrThrow(),
  );
  const ids = found.map(({ contractorId }) => contractorId?.trim().toLowerCase());
  const own = found.filter((_, index) => ids[index] === current.contractor_id);
  if (own.length > 0)
    return { found: 'yes', detail: own.every(({ hidden }) => hidden) ? HIDDEN : 'Your form is on this page.' };
  for (const id of ids)
    if (id !== undefined && (await findContractor(deps, id)) === companyId)
      return {
        found: 'old',
        detail: `Your form is on this page with your earlier contractor ID, ${id}. It works. Copy the new code when you next edit the page.`,
      };
  if (ids.includes(undefined))
    return { found: 'yes', detail: 'The form’s script is on this page, and the page’s own code shows the form.' };
  return ids.length > 0
    ? { found: 'no', detail: 'This page has another company’s form. Copy your own code.' }
    : {
        found: 'no',
        detail:
          'We didn’t find your form in this page’s code. If a tag manager adds it, open the page and look for it.',
      };
}
