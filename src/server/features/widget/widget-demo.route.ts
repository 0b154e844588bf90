import express, { type Request, type Router } from 'express';
import type { EmbedFacts } from '#core/features/widget/code/embed-code.ts';
import { widgetConfig } from '#core/features/widget/widget-config.ts';
import { DEFAULT_BRAND_COLOR } from '#shared/features/widget/brand-fill.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { allowOwnFrame, allowPictures, sendStyled } from '../../http/security-headers.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { widgetDemoPage, widgetFramePage } from './widget-demo.page.ts';

/** The demo company's contractor id. */
const DEMO_CONTRACTOR = 'acme-fence';
const LONGEST_ID = 200;

/** Returns the company's details, or placeholders for an unknown id. */
const findFacts = async (deps: ServerDeps, contractorId: string): Promise<EmbedFacts> => {
  try {
    return { ...(await widgetConfig(deps, contractorId)), host: '' };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
    return {
      host: '',
      contractorId,
      companyName: 'Your Fence Company',
      phone: null,
      primaryColor: DEFAULT_BRAND_COLOR,
      priceGating: false,
      materialSelection: false,
      instantQuotes: false,
    };
  }
};

/**
 * Returns the id in `?contractor=ID`. Without it, returns the id of the signed-in user's company, or else the demo
 * company's id.
 */
const contractorOf = async ({ sessions }: ServerDeps, req: Request): Promise<string> => {
  const asked = req.query['contractor'];
  if (typeof asked === 'string' && asked !== '') return asked.slice(0, LONGEST_ID);
  const { viewer } = await sessions.read(req.headers.cookie);
  return viewer?.company?.contractorId ?? DEMO_CONTRACTOR;
};

/**
 * Serves the widget demo. `GET /widget-demo` is a page that resembles a contractor's site and contains a company's real
 * widget. Like a contractor's site, the page doesn't use React. Unlike a contractor's site, it has our own content
 * security policy. `GET /widget-demo/frame` contains only the widget. Only our own pages can show it in a frame.
 */
export function widgetDemoRoutes(deps: ServerDeps): Router {
  const routes = express.Router();
  const pageOf = async (req: Request) => ({
    productName: deps.config.PRODUCT_NAME,
    facts: await findFacts(deps, await contractorOf(deps, req)),
  });
  routes.get('/widget-demo', async (req, res) => {
    allowPictures(res, deps.config.MAP_TILES_URL);
    res.set('Cache-Control', 'private, no-cache');
    sendStyled(res, widgetDemoPage(await pageOf(req)));
  });
  routes.get('/widget-demo/frame', async (req, res) => {
    allowOwnFrame(res);
    allowPictures(res, deps.config.MAP_TILES_URL);
    res.set('Cache-Control', 'private, no-cache');
    sendStyled(res, widgetFramePage(await pageOf(req)));
  });
  return routes;
}
