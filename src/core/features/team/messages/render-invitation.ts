import { ROLE_LABEL } from '#shared/features/team/role.words.ts';
import { INVITATION_DAYS } from '#shared/features/team/roles.rules.ts';
import { cleanCompanyName } from '#shared/primitives/strangers-words.ts';
import { hashToken, open } from '../../../platform/secrets.ts';
import { renderPlatformMail } from '../../messages/emails/platform-mail.tsx';
import type { Renderer } from '../../messages/define-message.ts';
import { labelOf } from '../../messages/registry.ts';
import { sealContext } from '../seal-context.ts';

/**
 * Renders the invitation email. The recipient might not know the company, so the platform sends the email. The
 * company's sanitized name is the only text from the company. The email isn't sent if the invitation expired, was
 * accepted or was revoked. It also isn't sent if a newer email has replaced its link.
 */
export const invitation: Renderer<{ invitationId: string; sealed: string }> = {
  async mail({ tx, row, payload, company, config, clock }) {
    const token = open(payload.sealed, config.APP_SECRET, sealContext(payload.invitationId));
    if (token === undefined) throw new Error('an invitation was sealed with another APP_SECRET');
    const found = await tx
      .selectFrom('invitations')
      .select('role')
      .where('company_id', '=', company.id)
      .where('token_hash', '=', hashToken(token))
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', clock.now())
      .executeTakeFirst();
    if (!found) return { skip: 'The invitation has expired, or a newer email replaced it' };
    const { PRODUCT_NAME: product, SUPPORT_EMAIL: support } = config;
    const name = cleanCompanyName(company.name);
    const made = await renderPlatformMail({
      heading: `Join ${name} on ${product}`,
      paragraphs: [
        `${name} invites you to join its team on ${product} in the ${ROLE_LABEL[found.role]} role. ${product} is where fence contractors keep their leads, estimates and follow-ups.`,
        `Open the link to accept. Sign in, or sign up, with this email address. The link works for ${INVITATION_DAYS} days.`,
      ],
      action: { label: 'Accept the invitation', href: `${config.PUBLIC_URL}/auth#invite=${token}` },
      last: 'Don’t know this company? Ignore this email. Nothing will happen.',
      platform: { name: product, email: support, phone: null, postalAddress: null },
    });
    return {
      ...made,
      subject: `Join ${name} on ${product}`,
      fromName: product,
      replyTo: support,
      kept: `${labelOf(row.kind).label}. Its link isn’t stored.`,
    };
  },
};
