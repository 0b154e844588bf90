import { HOUR, SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../../platform/db/app.ts';
import type { Deps } from '../../../platform/deps.ts';
import { errorForLog } from '../../../platform/log-error.ts';
import { countDay } from './count-day.ts';

/** The maximum number of views counted per network, company and hour. */
export const VIEWS_PER_NETWORK = 20;
const MOST_NETWORKS = 50_000;
const WAIT = SECOND;

export interface Views {
  /** Counts a view of the company's form by a visitor from this network. Never throws. The count is written later. */
  add(companyId: CompanyId, network: string): void;
}

/**
 * Counts how often forms are shown. There may be many views at once, so each second's views are written with one
 * statement per company. If the process crashes, at most one second's views are lost.
 */
export const createViews = ({ db, clock, logger }: Pick<Deps, 'db' | 'clock' | 'logger'>): Views => {
  const waiting = new Map<CompanyId, number>();
  const ofNetworks = new Map<string, number>();
  let hour = 0;

  const mayCount = (companyId: CompanyId, network: string): boolean => {
    const now = Math.floor(Date.now() / HOUR);
    if (now !== hour || ofNetworks.size >= MOST_NETWORKS) ofNetworks.clear();
    hour = now;
    const key = `${companyId} ${network}`;
    const count = (ofNetworks.get(key) ?? 0) + 1;
    ofNetworks.set(key, count);
    return count <= VIEWS_PER_NETWORK;
  };
  const write = async () => {
    const counts = [...waiting];
    waiting.clear();
    const at = clock.now();
    for (const [companyId, seen] of counts)
      try {
        await inCompany(db, companyId, (tx) => countDay(tx, { companyId, at }, { seen }));
      } catch (error) {
        logger.warn({ err: errorForLog(error), companyId }, "couldn't count views of a widget");
      }
  };
  return {
    add(companyId, network) {
      if (!mayCount(companyId, network)) return;
      if (waiting.size === 0) setTimeout(() => void write(), WAIT).unref();
      waiting.set(companyId, (waiting.get(companyId) ?? 0) + 1);
    },
  };
};
