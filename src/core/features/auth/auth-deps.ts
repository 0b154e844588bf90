import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Sessions } from './sessions.ts';

/**
 * Dependencies of the account use cases. Codes, links and sessions use wall-clock time. Emails use the business clock.
 */
export type AuthDeps = SystemDeps & Pick<Deps, 'config' | 'clock' | 'wakeUps'> & { sessions: Sessions };

/** The request being handled. */
export interface Visit {
  /** The client's IP address, determined according to TRUST_PROXY. */
  ip: string;
  /** The browser's Cookie header. Opening a new session ends the session in this header. */
  cookieHeader: string | undefined;
  userAgent: string;
}
