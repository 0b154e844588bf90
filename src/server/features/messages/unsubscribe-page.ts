import { escapeHtml, textPage } from '../../http/text-page.ts';

interface Shown {
  companyName: string;
  email: string | null;
}

const toWhom = (email: string | null): string => (email === null ? '' : ` to ${escapeHtml(email)}`);

/** Shows a button; nothing has happened yet. */
export const unsubscribePage = ({ companyName, email }: Shown): string =>
  textPage({
    title: 'Unsubscribe',
    body: `<p>Get no more follow-up mails from ${escapeHtml(companyName)}${toWhom(email)}?</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button type="submit">Unsubscribe</button></form>`,
  });

export const unsubscribedPage = ({ companyName, email }: Shown): string =>
  textPage({
    title: 'You are unsubscribed',
    body: `<p>${escapeHtml(companyName)} sends no more follow-up mails${toWhom(email)}. An estimate that you ask for still reaches you.</p>`,
  });

export const noSubscriptionPage = (): string =>
  textPage({
    title: 'This link does not work',
    body: '<p>It may be cut off. Open the link in the mail itself, or reply to the mail to get no more.</p>',
  });
