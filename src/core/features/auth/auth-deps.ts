import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Sessions } from './sessions.ts';

/** What the use cases of accounts are handed. Codes, links and sessions live in real time, mails by the clock. */
export type AuthDeps = SystemDeps & Pick<Deps, 'config' | 'clock' | 'bell'> & { sessions: Sessions };

/** The request that a use case answers. */
export interface Visit {
  /** The client's address after TRUST_PROXY. */
  ip: string;
  /** The cookies that the browser brought along; a session among them ends when a new one opens. */
  cookieHeader: string | undefined;
  userAgent: string;
}
