import { BAD_CALLBACK } from '../../../platform/twilio.ts';
import { renderPlatformMail } from '../../messages/emails/platform-mail.tsx';
import { oneLine } from '../../messages/emails/words.ts';
import type { PlatformContext, Renderer } from '../../messages/define-message.ts';
import type { OutgoingMail } from '../../messages/outgoing.ts';
import type { AlertPayload } from './admin-alert.ts';

interface Words {
  subject: string;
  paragraphs: string[];
  tab: 'overview' | 'queue' | 'companies';
}

const SERVICE = { twilio: 'The text service (Twilio)', smtp: 'The email server' } as const;
const answered = (code: string | null): string => (code === null ? '' : ` Its last response was ${code}.`);

function wordsOf(alert: AlertPayload): Words {
  switch (alert.what) {
    case 'provider': {
      const service = SERVICE[alert.provider];
      const since = `${alert.since.slice(0, 16).replace('T', ' ')} UTC`;
      if (alert.code === BAD_CALLBACK)
        return {
          subject: `${service} refuses PUBLIC_URL`,
          paragraphs: [
            `${service} has refused PUBLIC_URL as its callback URL since ${since} (${BAD_CALLBACK}).`,
            'Nothing is lost. Texts wait in order, and one is tried every 5 minutes. Set PUBLIC_URL to a URL that Twilio can reach from the internet, restart, then press Try now.',
          ],
          tab: 'queue',
        };
      return alert.cause === 'account'
        ? {
            subject: `${service} refuses our sign-in`,
            paragraphs: [
              `${service} has refused our sign-in since ${since}. Our account there may be closed.${answered(alert.code)}`,
              'Nothing is lost. Messages wait in order, and one is tried every 5 minutes. Fix the credentials, then press Try now.',
            ],
            tab: 'queue',
          }
        : {
            subject: `${service} is down`,
            paragraphs: [
              `${service} hasn’t accepted a message since ${since}.${answered(alert.code)}`,
              'Nothing is lost. Messages wait in order and are sent once it responds. One is tried every few minutes at most.',
            ],
            tab: 'queue',
          };
    }
    case 'new-people': {
      const people = alert.people.toLocaleString('en-US');
      return {
        subject: 'Unusually many messages to new recipients',
        paragraphs: [
          `In the last hour, companies messaged ${people} people for the first time.`,
          'If this looks like abuse, pause messages to new recipients in the Admin Panel. Widget requests are then held for review, and nothing is lost.',
        ],
        tab: 'overview',
      };
    }
    case 'texts-paused':
      return {
        subject: `Carriers refuse texts from ${alert.company}`,
        paragraphs: [
          `Carriers refused a text from ${alert.company} with code ${alert.code} because its sender isn’t registered. All its texts are paused.`,
          'Complete its registration (10DLC), then press Resume texts in the Admin Panel.',
        ],
        tab: 'companies',
      };
    case 'template-stopped':
      return {
        subject: `Carriers blocked a text from ${alert.company}`,
        paragraphs: [
          `Carriers blocked a follow-up text from ${alert.company} as spam (code ${alert.code}). Steps with the same wording are skipped until they’re changed. We told the company.`,
          'More blocked texts can hurt the sender’s reputation. Check what the company sends.',
        ],
        tab: 'companies',
      };
  }
}

const mail = async ({ payload, config }: PlatformContext<AlertPayload>): Promise<OutgoingMail> => {
  const { subject, paragraphs, tab } = wordsOf(payload);
  const platform = { name: config.PRODUCT_NAME, email: config.SUPPORT_EMAIL, phone: null, postalAddress: null };
  return {
    ...(await renderPlatformMail({
      platform,
      heading: oneLine(subject),
      paragraphs,
      action: { label: 'Open the Admin Panel', href: `${config.PUBLIC_URL}/admin?tab=${tab}` },
      last: 'You’re getting this email because your email address is listed as an operator of this platform.',
    })),
    subject: `${config.PRODUCT_NAME}: ${subject}`,
    fromName: config.PRODUCT_NAME,
    replyTo: null,
  };
};

export const alert: Renderer<AlertPayload> = { mail, platformMail: mail };
