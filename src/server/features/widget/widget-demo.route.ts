import express, { type Router } from 'express';
import { widgetConfig } from '#core/features/widget/widget-config.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { widgetDemoPage } from './widget-demo.page.ts';

/** The demo company (contract.md). */
const DEMO_CONTRACTOR = 'acme-fence';
const LONGEST_ID = 200;

/** The company's name and number, or general words for an id that names none: the widget says so itself. */
const findCompany = async (deps: ServerDeps, contractorId: string) => {
  try {
    const { companyName, phone } = await widgetConfig(deps, contractorId);
    return { companyName, phone: phone === null ? null : formatPhone(phone) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND')
      return { companyName: 'Your Fence Company', phone: null };
    throw error;
  }
};

/**
 * `GET /widget-demo`: a page that looks like a contractor's site, with the real widget of `?contractor=ID`, by
 * default the demo company's. Without React, as contractors' own pages are, under our own content policy.
 */
export function widgetDemoRoutes(deps: ServerDeps): Router {
  const routes = express.Router();
  routes.get('/widget-demo', async (req, res) => {
    const asked = req.query['contractor'];
    const contractorId = typeof asked === 'string' && asked !== '' ? asked.slice(0, LONGEST_ID) : DEMO_CONTRACTOR;
    const company = await findCompany(deps, contractorId);
    res
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(widgetDemoPage({ productName: deps.config.PRODUCT_NAME, contractorId, ...company }));
  });
  return routes;
}
