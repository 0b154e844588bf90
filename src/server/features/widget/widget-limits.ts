import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { createRateLimit, type LimitDeps } from '#core/platform/rate-limit.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { networkOf } from '#shared/primitives/network.ts';

const MESSAGE = 'Too many requests. Wait a few minutes and try again';
const TEN_MINUTES = 600;

/**
 * Invalid or held requests of one network in ten minutes. Homeowners' valid ones don't count, however many share an
 * address, and nothing counts by contractor: nobody can shut down a widget from outside.
 */
export const REFUSED_PER_NETWORK = 600;
/** Address searches of one network in a minute: one a key press, for several people at once. */
export const SEARCHES_PER_NETWORK = 300;

/** Each counts one try and throws RATE_LIMITED with `retryAfter` where the points are spent. In real time. */
export interface WidgetLimits {
  /** A request that is wrong, or about to be held. */
  refused(ip: string): Promise<void>;
  search(ip: string): Promise<void>;
}

/** Requests are counted in Postgres, for all server processes; searches, which cost nothing, in this process. */
export function widgetLimits(deps: LimitDeps): WidgetLimits {
  const refused = createRateLimit(deps, {
    name: 'widget-refused',
    points: REFUSED_PER_NETWORK,
    durationSeconds: TEN_MINUTES,
    message: MESSAGE,
  });
  const searches = new RateLimiterMemory({ points: SEARCHES_PER_NETWORK, duration: 60 });
  return {
    refused: (ip) => refused.consume(networkOf(ip)),
    async search(ip) {
      try {
        await searches.consume(networkOf(ip));
      } catch (cause) {
        if (!(cause instanceof RateLimiterRes)) throw cause;
        throw new AppError(MESSAGE, 'RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(cause.msBeforeNext / 1000)) });
      }
    },
  };
}
