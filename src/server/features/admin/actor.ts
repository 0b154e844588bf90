import type { Actor } from '#core/features/admin/audit.ts';
import type { Viewer } from '#core/features/auth/sessions.ts';

/** A request's admin, for the audit log. */
export const actorOf = ({ viewer, ip }: { viewer: Viewer; ip: string }): Actor => ({
  userId: viewer.userId,
  email: viewer.email,
  // an IPv4 address as an IPv6 socket reports it
  ip: ip.replace(/^::ffff:/, ''),
});
