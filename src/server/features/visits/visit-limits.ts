import { createRateLimit, type LimitDeps } from '#core/platform/rate-limit.ts';
import { networkOf } from '#shared/primitives/network.ts';

const TEN_MINUTES = 600;
const message = 'Too many requests. Wait a few minutes and try again';

/**
 * Limits attempts to book, move or cancel through one link. How many of them may succeed, and so send emails, is limited
 * by the visits themselves (`refuseTooMany`).
 */
const TRIES = { name: 'visit-token', points: 60, durationSeconds: TEN_MINUTES, message };
/** Limits attempts from one network, which an entire office may share. */
const TRIES_BY_NETWORK = { name: 'visit-ip', points: 240, durationSeconds: TEN_MINUTES, message };
/** Limits requests with an invalid link from one network. */
const MISSES = { name: 'visit-miss', points: 60, durationSeconds: TEN_MINUTES, message };

/** Counts an attempt by a homeowner. Throws RATE_LIMITED. */
export const countTry = async (deps: LimitDeps, { token, ip }: { token: string; ip: string }): Promise<void> => {
  await createRateLimit(deps, TRIES_BY_NETWORK).consume(networkOf(ip));
  await createRateLimit(deps, TRIES).consume(token);
};

/** Counts a request with an invalid link. Throws RATE_LIMITED. */
export const countVisitMiss = (deps: LimitDeps, ip: string): Promise<void> =>
  createRateLimit(deps, MISSES).consume(networkOf(ip));
