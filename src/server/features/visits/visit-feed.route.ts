import express, { type Router } from 'express';
import { readVisitFeed } from '#core/features/visits/visit-feeds.ts';
import { createRateLimit } from '#core/platform/rate-limit.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { countVisitMiss } from './visit-limits.ts';

/** A calendar asks every few minutes at most. Several devices may share a feed. */
const READS = { name: 'visit-feed', points: 120, durationSeconds: 600 };

/**
 * Serves a member's private calendar feed, `/calendar/:token.ics`, to Google, Apple and Outlook. Unknown, altered and
 * revoked tokens get the same 404.
 */
export function visitFeedRoutes(deps: ServerDeps): Router {
  const routes = express.Router({ caseSensitive: true });
  const reads = createRateLimit(deps, READS);
  routes.get('/calendar/:token.ics', async (req, res) => {
    const { token } = req.params;
    const feed = await readVisitFeed(deps, token);
    if (feed === undefined) {
      await countVisitMiss(deps, req.ip ?? '');
      throw notFound('this calendar');
    }
    await reads.consume(token);
    res
      .set({
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'inline; filename="visits.ics"',
        'Cache-Control': 'private, no-cache',
        'X-Robots-Tag': 'noindex, nofollow',
        'Referrer-Policy': 'no-referrer',
      })
      .send(feed);
  });
  return routes;
}
