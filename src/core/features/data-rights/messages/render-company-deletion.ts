import type { PlatformContext, Renderer } from '../../messages/define-message.ts';
import { renderPlatformMail } from '../../messages/emails/platform-mail.tsx';
import type { OutgoingMail } from '../../messages/outgoing.ts';
import type { DeletionNotice } from './company-deletion.ts';

const WORDS: Record<
  DeletionNotice['state'],
  (of: DeletionNotice) => { subject: string; paragraphs: string[]; last: string }
> = {
  requested: ({ company, by, day }) => ({
    subject: `${company} will be deleted on ${day}`,
    paragraphs: [
      `${by} asked us to delete ${company} with all of its leads, estimates and messages.`,
      `We’ll do that on ${day}. Follow-ups and reminders have already stopped. Until then, every owner can cancel the deletion and export the data: sign in, open Admin, then Account, then Your data.`,
    ],
    last: 'If no one at your company asked for this, cancel the deletion and change your password.',
  }),
  canceled: ({ company, by }) => ({
    subject: `${company} won’t be deleted`,
    paragraphs: [`${by} canceled the deletion of ${company}. Nothing was deleted.`],
    last: 'Follow-ups that were due in the meantime weren’t sent. The later ones will be.',
  }),
  done: ({ company }) => ({
    subject: `${company} was deleted`,
    paragraphs: [`We deleted ${company}, canceled its plan and disconnected its payments account.`],
    last: 'We keep only what the law requires: consents, opt-outs, signed contracts, payments and our own invoices.',
  }),
};

async function mail({ config, payload }: PlatformContext<DeletionNotice>): Promise<OutgoingMail> {
  const { subject, paragraphs, last } = WORDS[payload.state](payload);
  const platform = { name: config.PRODUCT_NAME, email: config.SUPPORT_EMAIL, phone: null, postalAddress: null };
  return {
    ...(await renderPlatformMail({ heading: subject, paragraphs, last, platform })),
    subject: subject,
    fromName: config.PRODUCT_NAME,
    replyTo: config.SUPPORT_EMAIL,
    kept: [...paragraphs, last].join(' '),
  };
}

export const deletion: Renderer<DeletionNotice> = { mail, platformMail: mail };
