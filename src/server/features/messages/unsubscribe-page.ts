const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const STYLE = `
:root { color-scheme: light; }
body { margin: 0; background: #fff; color: #1c1917; font: 17px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
main { box-sizing: border-box; max-width: 36rem; margin: 0 auto; padding: 48px 20px; }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 12px; }
p { margin: 0 0 24px; }
button { font: inherit; font-weight: 600; min-height: 48px; padding: 0 24px; border: 0; border-radius: 6px; background: #1c1917; color: #fff; cursor: pointer; }
button:focus-visible { outline: 3px solid #2563eb; outline-offset: 2px; }
`;

/** `body` is HTML; the title is text. */
const frame = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body>
</html>`;

interface Shown {
  companyName: string;
  email: string;
}

/** Shows a button; nothing has happened yet. */
export const unsubscribePage = ({ companyName, email }: Shown): string =>
  frame(
    'Unsubscribe',
    `<p>Get no more follow-up mails from ${escapeHtml(companyName)} to ${escapeHtml(email)}?</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button type="submit">Unsubscribe</button></form>`,
  );

export const unsubscribedPage = ({ companyName, email }: Shown): string =>
  frame(
    'You are unsubscribed',
    `<p>${escapeHtml(companyName)} sends no more follow-up mails to ${escapeHtml(email)}. An estimate that you ask for still reaches you.</p>`,
  );

export const noSubscriptionPage = (): string =>
  frame(
    'This link does not work',
    '<p>It may be cut off. Open the link in the mail itself, or reply to the mail to get no more.</p>',
  );
