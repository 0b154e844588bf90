import { escapeHtml } from '../page/page.html.ts';

export interface HostedPage {
  title: string;
  lines: string[];
  /** Forms with one button each. At most one of these buttons is primary. */
  buttons: { words: string; action: string; primary?: true }[];
  back?: { words: string; url: string };
}

/** Renders a stand-in for one of Stripe's hosted pages. It's plain, uses the sandbox's colors, and has no scripts. */
export function hostedPage({ title, lines, buttons, back }: HostedPage): string {
  const text = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('');
  const forms = buttons
    .map(
      ({ words, action, primary }) =>
        `<form method="post" action="${escapeHtml(action)}"><button class="btn${primary ? ' btn-primary' : ''}">${escapeHtml(words)}</button></form>`,
    )
    .join('');
  const link = back === undefined ? '' : `<p><a href="${escapeHtml(back.url)}">${escapeHtml(back.words)}</a></p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/sandbox.css">
</head>
<body>
<header class="band"><strong>Sandbox</strong><p>This page stands in for Stripe's. No money moves.</p></header>
<main class="hosted"><section class="panel"><h1>${escapeHtml(title)}</h1>${text}<div class="quick">${forms}</div>${link}</section></main>
</body>
</html>`;
}
