import type { Actor } from '#core/features/admin/audit.ts';
import type { Viewer } from '#core/features/auth/sessions.ts';

/** The admin of a request, as the audit log names him. */
export const actorOf = ({ viewer, ip }: { viewer: Viewer; ip: string }): Actor => ({
  userId: viewer.userId,
  email: viewer.email,
  // an address of version 4, as a socket of version 6 tells it
  ip: ip.replace(/^::ffff:/, ''),
});
