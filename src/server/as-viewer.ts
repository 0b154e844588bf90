import type { Viewer } from '#core/features/auth/sessions.ts';
import { asRequester } from '#core/platform/db/requester.ts';

/**
 * Runs a signed-in user's work: connections count for their company, and transactions in it have their rights. Every
 * way in from a session, a procedure or a route, goes through here.
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
