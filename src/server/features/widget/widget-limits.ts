import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Deps } from '#core/platform/deps.ts';
import { createRateLimit } from '#core/platform/rate-limit.ts';
import { AppError } from '#shared/primitives/app-error.ts';

const MESSAGE = 'Too many requests. Wait a little and try again';
const TEN_MINUTES = 600;

/** Requests from one address in ten minutes: a whole school behind one NAT passes, a flood does not. */
export const LEADS_PER_ADDRESS = 120;
/** Well-formed requests for one contractor in ten minutes, from all addresses together. */
export const LEADS_PER_CONTRACTOR = 600;
/** Address searches from one address in a minute: one a key press, for several people at once. */
export const SEARCHES_PER_ADDRESS = 300;

/** Each counts one try and throws RATE_LIMITED with `retryAfter` where the points are spent. In real time. */
export interface WidgetLimits {
  leadsOfAddress(ip: string): Promise<void>;
  leadsOfContractor(contractorId: string): Promise<void>;
  address(ip: string): Promise<void>;
}

/** Requests are counted in Postgres, for all server processes; searches, which cost nothing, in this process. */
export function widgetLimits(system: Deps['system']): WidgetLimits {
  const byAddress = createRateLimit(system, {
    name: 'widget-lead-ip',
    points: LEADS_PER_ADDRESS,
    durationSeconds: TEN_MINUTES,
    message: MESSAGE,
  });
  const byContractor = createRateLimit(system, {
    name: 'widget-lead-contractor',
    points: LEADS_PER_CONTRACTOR,
    durationSeconds: TEN_MINUTES,
    message: MESSAGE,
  });
  const searches = new RateLimiterMemory({ points: SEARCHES_PER_ADDRESS, duration: 60 });
  return {
    leadsOfAddress: (ip) => byAddress.consume(ip),
    leadsOfContractor: (contractorId) => byContractor.consume(contractorId),
    async address(ip) {
      try {
        await searches.consume(ip);
      } catch (cause) {
        if (!(cause instanceof RateLimiterRes)) throw cause;
        throw new AppError(MESSAGE, 'RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(cause.msBeforeNext / 1000)) });
      }
    },
  };
}
