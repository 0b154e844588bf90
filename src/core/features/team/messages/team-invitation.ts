import { z } from 'zod';
import { defineMessage } from '../../messages/define-message.ts';

/**
 * An invitation to a company's team. Its link is encrypted, so that reading the table of messages isn't enough to accept the
 * invitation.
 */
export const teamInvitation = defineMessage({
  kind: 'team.invitation',
  label: 'Team invitation',
  audience: 'contractor',
  byPerson: true,
  channel: 'email',
  check: { windowed: false, platform: true, ignoresOptOut: true },
  payload: z.object({ invitationId: z.string(), sealed: z.string() }),
  render: async () => (await import('./render-invitation.ts')).invitation,
});
