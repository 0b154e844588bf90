import type { Viewer } from '#core/features/auth/sessions.ts';
import { asRequester } from '#core/platform/db/requester.ts';

/**
 * Runs work for a signed-in user. Its database connections count toward the user's company, and its transactions have
 * the user's permissions. Every procedure or route that requires a session uses this function.
 */
export const asViewer = <T>({ userId, name, company }: Viewer, lane: 'read' | 'write', work: () => T): T =>
  asRequester(
    {
      owner: company?.id ?? userId,
      lane,
      ...(company && { member: { userId, name, companyId: company.id, role: company.role } }),
    },
    work,
  );
