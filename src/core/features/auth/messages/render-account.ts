import type { PlatformContext, Renderer } from '../../messages/define-message.ts';
import { labelOf } from '../../messages/registry.ts';
import type { NothingToSend, OutgoingMail } from '../../messages/outgoing.ts';
import type { AccountChange } from './auth-messages.ts';
import { openSecrets, type SealedSecrets } from '../sealed-secrets.ts';
import { type PlatformMail, renderPlatformMail } from '../../messages/emails/platform-mail.tsx';

const LATE: NothingToSend = { skip: 'The code expired before it could be sent' };

type Words = Omit<PlatformMail, 'platform'> & { subject: string };
type Secrets = { code: string | null; token: string | null };
type Make = (context: PlatformContext, secrets: Secrets) => Words;

/**
 * Returns a link for an email. The link is based on PUBLIC_URL alone. The secret is in the URL's fragment. Browsers
 * don't send fragments to servers, so the secret never appears in a log.
 */
const link = ({ config }: PlatformContext, what: 'verify' | 'reset' | 'sign-in', token: string): string =>
  `${config.PUBLIC_URL}/auth#${what}=${token}`;

async function toMail({ config }: PlatformContext, { subject, ...words }: Words, kept: string): Promise<OutgoingMail> {
  const platform = { name: config.PRODUCT_NAME, email: config.SUPPORT_EMAIL, phone: null, postalAddress: null };
  return {
    ...(await renderPlatformMail({ ...words, platform })),
    subject: subject,
    fromName: config.PRODUCT_NAME,
    replyTo: config.SUPPORT_EMAIL,
    kept,
  };
}

/**
 * Renders an email that contains a secret. The email isn't sent if the secret has expired. Its stored copy doesn't
 * contain the secret.
 */
const secret = (make: Make): Renderer<SealedSecrets> => {
  const mail = async (context: PlatformContext<SealedSecrets>): Promise<OutgoingMail | NothingToSend> => {
    const { kind } = context.row;
    const secrets = openSecrets(context.config, kind, context.payload);
    return secrets ? toMail(context, make(context, secrets), `${labelOf(kind).label}. Its secret isn’t stored.`) : LATE;
  };
  return { mail, platformMail: mail };
};

const plain = <Payload>(make: (context: PlatformContext<Payload>) => Words): Renderer<Payload> => {
  const mail = (context: PlatformContext<Payload>): Promise<OutgoingMail> => {
    const words = make(context);
    return toMail(context, words, words.paragraphs.join(' '));
  };
  return { mail, platformMail: mail };
};

const CHANGES: Record<AccountChange, { subject: string; happened: string }> = {
  password: { subject: 'Your password was changed', happened: 'Your account’s password was changed.' },
  email: {
    subject: 'Your email address was changed',
    happened: 'Your account’s email address was changed. You can no longer sign in with this one.',
  },
  google: {
    subject: 'Google sign-in was added',
    happened: 'You can now sign in to your account with Google, in addition to your other ways to sign in.',
  },
  'totp-on': { subject: 'Two-factor sign-in is on', happened: 'Signing in now requires a code from your app.' },
  'totp-off': { subject: 'Two-factor sign-in is off', happened: 'Signing in no longer requires a second code.' },
  'recovery-code': {
    subject: 'A recovery code was used',
    happened: 'Someone signed in to your account with a recovery code. That code no longer works.',
  },
  'recovery-codes': {
    subject: 'New recovery codes were created',
    happened: 'Your account has new recovery codes. The old ones no longer work.',
  },
};

/* Account emails. They're sent by the platform rather than by the contractor's company. */
export const code = secret((context, { code, token }) => ({
  subject: `Your sign-in code for ${context.config.PRODUCT_NAME}`,
  heading: code === null ? 'Your sign-in link' : 'Your sign-in code',
  paragraphs: [
    code === null
      ? 'Open the link to sign in. It works once, within an hour.'
      : 'Enter this six-digit code within 10 minutes, or open the link within an hour. Each email replaces the one before.',
  ],
  code: code ?? undefined,
  action: token === null ? undefined : { label: 'Sign in', href: link(context, 'sign-in', token) },
  last: 'Not you? Ignore this email, and don’t share the code or the link. We’ll never ask for them.',
}));

export const verify = secret((context, { code, token }) => ({
  subject: `Confirm your email address for ${context.config.PRODUCT_NAME}`,
  heading: 'Confirm your email address',
  paragraphs: [
    code === null
      ? 'Open the link to confirm your email address. It works once, within an hour.'
      : 'Enter this six-digit code within 10 minutes, or open the link within an hour.',
  ],
  code: code ?? undefined,
  action: token === null ? undefined : { label: 'Confirm my email address', href: link(context, 'verify', token) },
  last: 'Didn’t request this? Ignore this email, and don’t share the code or the link.',
}));

export const reset = secret((context, { token }) => ({
  subject: `Choose a new password for ${context.config.PRODUCT_NAME}`,
  heading: 'Choose a new password',
  paragraphs: ['The link works once, within an hour. Your old password works until you choose a new one.'],
  action: token === null ? undefined : { label: 'Choose a new password', href: link(context, 'reset', token) },
  last: 'Didn’t request this? Ignore this email. Your password won’t change.',
}));

export const known = plain(({ config }) => ({
  subject: `You already have an account at ${config.PRODUCT_NAME}`,
  heading: 'You already have an account',
  paragraphs: [
    'Someone, possibly you, tried to create an account with this email address, but it already has an account. Sign in, or choose a new password on the sign-in page.',
  ],
  action: { label: 'Sign in', href: `${config.PUBLIC_URL}/auth` },
  last: 'Wasn’t you? Ignore this email. Nothing was changed.',
}));

export const changed = plain<{ change: AccountChange }>(({ config, payload }) => {
  const { subject, happened } = CHANGES[payload.change];
  return {
    subject,
    heading: subject,
    paragraphs: [happened],
    action: { label: 'Open my account', href: `${config.PUBLIC_URL}/dashboard?tab=admin&section=account` },
    last: `Wasn’t you? Email ${config.SUPPORT_EMAIL} right away.`,
  };
});
