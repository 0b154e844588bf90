import { renderPlatformMail } from '../../messages/emails/platform-mail.tsx';
import { oneLine } from '../../messages/emails/words.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import { labelOf } from '../../messages/registry.ts';
import type { NothingToSend } from '../../messages/outgoing.ts';
import { openCompanyCode } from '../company-codes.ts';

const DEAD: NothingToSend = { skip: 'The code expired, or a newer one replaced it' };
const kept = ({ row }: RenderContext): string => `${labelOf(row.kind).label}. Its secret isn’t stored.`;

interface Code {
  sealed: string;
}

const codeOf = ({ tx, row, payload, company, config }: RenderContext<Code>) =>
  openCompanyCode(tx, config.APP_SECRET, {
    companyId: company.id,
    what: row.channel === 'email' ? 'email' : 'notifyPhone',
    target: row.to_address,
    sealed: payload.sealed,
  });

/**
 * Renders the message with the code that confirms a company's email address or phone. The recipient may not know the
 * company. The platform therefore sends the message, and the message contains no text from the company.
 */
export const code: Renderer<Code> = {
  async mail(context) {
    const found = await codeOf(context);
    if (!found) return DEAD;
    const { PRODUCT_NAME: product, SUPPORT_EMAIL: support } = context.config;
    const made = await renderPlatformMail({
      heading: 'Confirm this email address',
      paragraphs: [
        `Someone wants to use this email address for their company on ${product}. If that’s you, enter this six-digit code on the page that asked for a code. The code works for 10 minutes.`,
      ],
      code: found.code,
      last: 'Not you? Ignore this email and don’t share the code. Nothing will change.',
      platform: { name: product, email: support, phone: null, postalAddress: null },
    });
    const subject = oneLine(`Confirm this email address for ${product}`);
    return { ...made, subject, fromName: product, replyTo: support, kept: kept(context) };
  },

  async text(context) {
    const found = await codeOf(context);
    if (!found) return DEAD;
    const body = `${found.code} confirms this number for text notices. It works for 10 minutes. Not you? Ignore this text.`;
    return { body, kept: kept(context), expiresAt: found.expiresAt };
  },
};
