import express, { type Response, type Router } from 'express';
import { findWeeklyReport, turnOffWeeklyReport } from '#core/features/reports/weekly-report-link.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { sendPrivately } from '../estimates/send-page.ts';
import { noWeeklyReportPage, weeklyReportPage } from './weekly-report-page.tsx';

/**
 * Serves the link in the weekly email. GET shows the button that turns the email off, or says that the email is already
 * off. GET doesn't change anything, because link scanners follow links. POST turns the email off immediately. The
 * button sends a POST, and so does an email client's one-click unsubscribe. POST returns 200 without a cookie, sign-in
 * or redirect, and it can be repeated. An unknown token gets 404.
 */
export function weeklyReportRoutes(deps: ServerDeps): Router {
  const routes = express.Router({ caseSensitive: true });
  const notFound = (response: Response) => sendPrivately(response.status(404), noWeeklyReportPage);

  routes.get('/weekly-report/:token', async (request, response) => {
    const found = await findWeeklyReport(deps, request.params.token);
    if (!found) return notFound(response);
    sendPrivately(response, (nonce) => weeklyReportPage(found, nonce));
  });

  // the body isn't read, because the URL contains everything needed
  routes.post('/weekly-report/:token', async (request, response) => {
    const found = await findWeeklyReport(deps, request.params.token);
    if (!found) return notFound(response);
    await turnOffWeeklyReport(deps, found);
    sendPrivately(response, (nonce) => weeklyReportPage({ ...found, on: false }, nonce));
  });
  return routes;
}
