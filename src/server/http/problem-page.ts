const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** A page that says what is wrong and leads home; needs no script and no other file. */
export const problemPage = ({
  productName,
  title,
  text,
}: {
  productName: string;
  title: string;
  text: string;
}): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(productName)}</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 32rem; }
h1 { font-size: 1.5rem; margin: 0 0 8px; }
p { margin: 0 0 24px; }
</style>
</head>
<body><main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<a href="/">Go to ${escapeHtml(productName)}</a>
</main></body>
</html>
`;
