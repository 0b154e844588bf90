import type { Sessions } from '#core/features/auth/sessions.ts';
import type { LeadChanges } from '#core/features/leads/lead-changes.ts';
import type { Bell, Deps } from '#core/platform/deps.ts';

/** What the server's own doors need beside what every use case is handed. */
export interface ServerDeps extends Deps {
  bell: Bell & { ping(): Promise<void> };
  sessions: Sessions;
  leadChanges: LeadChanges;
}
