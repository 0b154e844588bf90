import type { Actor } from '#core/features/admin/audit.ts';
import type { Viewer } from '#core/features/auth/sessions.ts';

/** The admin who makes a request, for the audit log. */
export const actorOf = ({ viewer, ip }: { viewer: Viewer; ip: string }): Actor => ({
  userId: viewer.userId,
  email: viewer.email,
  // strips the IPv6 prefix from an IPv4-mapped address
  ip: ip.replace(/^::ffff:/, ''),
});
