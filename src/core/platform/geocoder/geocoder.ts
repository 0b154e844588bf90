import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { Config } from '../config.ts';
import { errorForLog } from '../log-error.ts';
import type { Logger } from '../log.ts';
import { readHits, searchUrl, type StreetHit } from './geocoder-answers.ts';

type GeocoderDeps = {
  config: Pick<Config, 'GEOCODER_URL' | 'GEOCODER_KIND' | 'PUBLIC_URL' | 'PRODUCT_NAME'>;
  logger: Pick<Logger, 'warn'>;
};

/**
 * Searches for street addresses. Never rejects. Resolves to undefined if the service doesn't answer, is paused or has
 * too many searches running.
 */
export type FindStreets = (query: string) => Promise<readonly StreetHit[] | undefined>;

/** The maximum number of suggestions shown. */
export const MOST_HITS = 8;
const TIMEOUT = 2 * SECOND;
const MOST_BYTES = 256_000;
/**
 * The maximum number of concurrent searches. While that many are running, further searches use only the built-in list
 * of towns. This protects the service from bursts of requests.
 */
const AT_ONCE = 8;
/**
 * After this many failures in a row, the service isn't called for a while. Otherwise, every search would wait for the
 * timeout.
 */
const FAILURES = 3;
const PAUSE = 5 * SECOND;
const KEPT = { entries: 2_000, for: 60 * MINUTE };

/** Creates a geocoder with a cache. Its limits are per process, by wall-clock time. */
export function createGeocoder({ config, logger }: GeocoderDeps, now: () => number = Date.now): FindStreets {
  const cache = new Map<string, { hits: readonly StreetHit[]; at: number }>();
  let underWay = 0;
  let failures = 0;
  let pausedUntil = 0;

  const ask = async (query: string): Promise<readonly StreetHit[] | undefined> => {
    underWay += 1;
    try {
      const hits = await fetchHits(config, query);
      failures = 0;
      return hits;
    } catch (error) {
      failures += 1;
      if (failures >= FAILURES) {
        pausedUntil = now() + PAUSE;
        failures = 0;
        logger.warn({ err: errorForLog(error) }, 'the geocoder is failing; using the built-in list of towns for now');
      }
      return undefined;
    } finally {
      underWay -= 1;
    }
  };

  return async (query) => {
    const key = query.trim().replace(/\s+/g, ' ').toLowerCase();
    const kept = cache.get(key);
    if (kept !== undefined && now() - kept.at < KEPT.for) return kept.hits;
    if (underWay >= AT_ONCE || now() < pausedUntil) return undefined;
    const hits = await ask(key);
    if (hits === undefined) return undefined;
    cache.delete(key);
    const [oldest] = cache.keys();
    if (cache.size >= KEPT.entries && oldest !== undefined) cache.delete(oldest);
    cache.set(key, { hits, at: now() });
    return hits;
  };
}

async function fetchHits(config: GeocoderDeps['config'], query: string): Promise<StreetHit[]> {
  const { GEOCODER_KIND: kind, GEOCODER_URL, PUBLIC_URL, PRODUCT_NAME } = config;
  const answer = await fetch(searchUrl(kind, GEOCODER_URL.replace(/\/+$/, ''), query, MOST_HITS), {
    // Nominatim's usage policy requires the application's name and a contact.
    headers: { accept: 'application/json', 'user-agent': `${PRODUCT_NAME} (${PUBLIC_URL})` },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`the geocoder answered ${answer.status}`);
  }
  return readHits(kind, JSON.parse(await textOf(answer))).slice(0, MOST_HITS);
}

async function textOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error('the geocoder’s response is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
