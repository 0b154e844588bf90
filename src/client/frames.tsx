import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { type AuthPlace, authAddress, VIEW_TITLE, VIEWS } from './features/auth/auth-place.ts';
import { TAB_LABEL, tabAddress, TABS } from './features/dashboard/tabs.ts';
import { PLANS } from '#shared/features/billing/plans.ts';
import { productName } from './lib/product.ts';
import { navigate, startFrom } from './lib/router.tsx';
import { Pages } from './routes.tsx';

/** What a page looks like before its script has run, as HTML. */
export interface Frame {
  path: string;
  /** The query that the frame was rendered for, such as '?view=code'. */
  search: string;
  /** The module of the page, relative to this folder. */
  module: string;
  /** The page's title. Undefined for the title in `index.html`. */
  title?: string;
  html: string;
}

type Place = Omit<Frame, 'html'>;

const placeOf = (address: string, module: string, title?: string): Place => {
  const { pathname: path, search } = new URL(address, 'http://picket');
  return { path, search, module, ...(title !== undefined && { title }) };
};

/** The queries of `/auth` that change its words, the most specific first. */
const authAddresses = (view: AuthPlace['view']): string[] => {
  const plain = authAddress(view);
  const more = plain === '/auth' ? '?' : '&';
  return [
    ...['google', 'sign-out'].map((problem) => `${plain}${more}problem=${problem}`),
    ...PLANS.map(({ id }) => authAddress(view, { plan: id })),
    authAddress(view, { next: '/dashboard' }),
    plain,
  ];
};

const PLACES: Place[] = [
  placeOf('/', 'features/landing/landing-page.tsx'),
  ...VIEWS.toReversed().flatMap((view) =>
    authAddresses(view).map((address) =>
      placeOf(address, 'features/auth/auth-page.tsx', `${VIEW_TITLE[view]} · ${productName}`),
    ),
  ),
  ...TABS.map((tab) =>
    placeOf(tabAddress(tab), 'features/dashboard/dashboard-page.tsx', `${TAB_LABEL[tab]} · ${productName} Dashboard`),
  ),
  placeOf('/dashboard', 'features/dashboard/dashboard-page.tsx', `${productName} Dashboard`),
];

/**
 * Renders the landing page, `/auth` and `/dashboard`, as they are before the first response from the server. Settings
 * are placeholders (`lib/product.ts`). Runs at build time (`scripts/build/frames.ts`). Throws if a page can't be
 * rendered without a browser.
 */
export async function renderFrames(): Promise<Frame[]> {
  const frames: Frame[] = [];
  // one after another, because the router has one place
  for (const place of PLACES) {
    navigate(place.path + place.search, { replace: true });
    startFrom(place.search);
    const { prelude } = await prerender(
      <StrictMode>
        <Pages />
      </StrictMode>,
      {
        // keeps everything in its place: otherwise, long parts would come later and be moved by an inline script
        progressiveChunkSize: Infinity,
        onError: (error) => {
          throw error;
        },
      },
    );
    frames.push({ ...place, html: await new Response(prelude).text() });
  }
  return frames;
}
