import '#core/message-kinds.ts';
import { resolve } from 'node:path';
import { constants } from 'node:zlib';
import compression from 'compression';
import express, { type Express } from 'express';
import { SECOND } from '#shared/primitives/durations.ts';
import { queueBoardRoutes } from './features/admin/queue-board.route.ts';
import { agentRoutes } from './features/agent/agent.route.ts';
import { estimateAgentRoutes } from './features/agent/estimate-agent.route.ts';
import { avatarRoutes } from './features/auth/avatar.route.ts';
import { googleRoutes } from './features/auth/google.route.ts';
import { stripeRoutes } from './features/billing/stripe.route.ts';
import { logoRoutes } from './features/company/logo.route.ts';
import { companyExportRoutes } from './features/data-rights/company-export.route.ts';
import { fencePictureRoutes } from './features/estimates/fence-picture.route.ts';
import { estimatePageRoutes } from './features/estimates/estimate-page.route.ts';
import { inboundMailRoutes } from './features/inbox/inbound-mail.route.ts';
import { messageFileRoutes } from './features/conversations/message-file.route.ts';
import { twilioRoutes } from './features/inbox/twilio.route.ts';
import { weeklyReportRoutes } from './features/reports/weekly-report.route.ts';
import { visitFeedRoutes } from './features/visits/visit-feed.route.ts';
import { visitRequestRoutes } from './features/visits/visit-request.route.ts';
import { visitRoutes } from './features/visits/visit.route.ts';
import { unsubscribeRoutes } from './features/opt-outs/unsubscribe.route.ts';
import { legalRoutes } from './features/legal/legal.route.ts';
import { hostedRoutes } from './features/widget/hosted.route.ts';
import { widgetDemoRoutes } from './features/widget/widget-demo.route.ts';
import { widgetRoutes } from './features/widget/widget.route.ts';
import { bodyBudget, type BodyLimits } from './http/body-budget.ts';
import { nothingHere, onError } from './http/errors.ts';
import { healthRoutes } from './http/health.ts';
import { pageRoutes } from './http/pages.ts';
import { requestLog } from './http/request-log.ts';
import { sameOrigin } from './http/same-origin.ts';
import { securityHeaders } from './http/security-headers.ts';
import { trpcRefusal, trpcRoute } from './http/trpc-route.ts';
import { visitor } from './http/visitor.ts';
import { widgetScript } from './http/widget-script.ts';
import type { ServerDeps } from './server-deps.ts';

const KB = 1024;
const MB = 1024 * KB;
/**
 * One network can upload a logo of the maximum size and a smaller one at the same time. Bodies of up to `small` bytes
 * aren't limited.
 */
const BODIES: BodyLimits = {
  bytes: 5 * MB,
  largest: 3 * MB,
  waiting: 200,
  strangers: { small: 16 * KB, bytes: 3 * MB, waiting: 20, arrives: 5 * SECOND },
};

export interface AppOptions {
  /** Folder of the built client and widget files. Default: `dist` in the working directory. */
  dist?: string;
  /** Whether the server is about to stop. The health checks then fail, so that a proxy sends requests elsewhere. */
  isLeaving?: () => boolean;
}

/** Creates the Express application with all routes. It doesn't listen yet. */
export function createApp(
  deps: ServerDeps,
  { dist = resolve('dist'), isLeaving = () => false }: AppOptions = {},
): Express {
  const { config, logger } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', trustProxy(config.TRUST_PROXY));
  app.use(requestLog(logger));
  app.use(securityHeaders({ https: config.PUBLIC_URL.startsWith('https:') }));
  app.use(healthRoutes(deps, isLeaving));
  app.get('/widget-embed.js', widgetScript(resolve(dist, 'widget/widget-embed.js')));
  app.get('/widget-es.js', widgetScript(resolve(dist, 'widget/widget-es.js')));
  app.get('/widget-steps.js', widgetScript(resolve(dist, 'widget/widget-steps.js')));
  app.get('/widget-map.js', widgetScript(resolve(dist, 'widget/widget-map.js')));
  app.get('/widget-chat.js', widgetScript(resolve(dist, 'widget/widget-chat.js')));
  app.get('/widget-button.js', widgetScript(resolve(dist, 'widget/widget-button.js')));
  app.get('/widget-frame.js', widgetScript(resolve(dist, 'widget/widget-frame.js')));
  app.use(
    compression({
      filter: (_req, res) => !String(res.getHeader('Content-Type')).startsWith('text/event-stream'),
      // A widget's settings are about 1 kB, and part of every page view (W1).
      threshold: 512,
      brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
    }),
  );
  app.use(visitor);
  // this route is registered before the body limits because inbound emails are larger and have their own limit
  app.use(inboundMailRoutes(deps));
  app.use(bodyBudget(BODIES));
  // the busiest routes are registered first, because a request passes through all earlier routers
  app.use(widgetRoutes(deps));
  app.use(agentRoutes(deps));
  app.use(estimateAgentRoutes(deps));
  app.use('/trpc', sameOrigin(config.PUBLIC_URL), trpcRoute(deps), trpcRefusal(deps));
  app.use(widgetDemoRoutes(deps));
  app.use(hostedRoutes(deps));
  app.use(legalRoutes(deps));
  app.use(estimatePageRoutes(deps, { script: resolve(dist, 'widget/estimate.js') }));
  app.use(visitRoutes(deps));
  app.use(visitFeedRoutes(deps));
  app.use(visitRequestRoutes(deps));
  app.use(unsubscribeRoutes(deps));
  app.use(weeklyReportRoutes(deps));
  app.use(twilioRoutes(deps));
  app.use(messageFileRoutes(deps));
  app.use(stripeRoutes(deps));
  app.use(avatarRoutes(deps));
  app.use(logoRoutes(deps));
  app.use(companyExportRoutes(deps));
  app.use(fencePictureRoutes(deps));
  app.use(googleRoutes(deps));
  app.use(queueBoardRoutes(deps));
  app.use(pageRoutes(resolve(dist, 'client'), config));
  app.use(nothingHere(config.PRODUCT_NAME));
  app.use(onError(deps));
  return app;
}

/**
 * Converts TRUST_PROXY to Express's format: a number of proxies, `true`, `loopback`, or IP addresses. By default, no
 * proxies are trusted.
 */
function trustProxy(value: string | undefined): boolean | number | string {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  return /^\d+$/.test(value) ? Number(value) : value;
}
