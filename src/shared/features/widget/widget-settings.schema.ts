import { z } from 'zod';
import { paragraph } from '../../primitives/text.ts';
import { MOST_PAUSED_TEXT } from './paused.rules.ts';
import { PUBLIC_HOST } from './widget-code.schema.ts';

/** The contractor's settings for their widget. These settings override the page's `data-` attributes. */
export const widgetSettingsView = z.object({
  priceGating: z.boolean(),
  materialSelection: z.boolean(),
  instantQuotes: z.boolean(),
  primaryColor: z.string(),
  /** While paused, the widget shows `pausedText` and accepts no requests. */
  paused: z.boolean(),
  /** The paused widget's text. '' means the default text. */
  pausedText: z.string(),
  /** Domains such as `example.com` or `*.example.com`. If the list is empty, every site is allowed. */
  allowedDomains: z.array(z.string()),
});
export type WidgetSettings = z.infer<typeof widgetSettingsView>;

const WRONG_DOMAIN = 'Enter a domain such as acmefence.com or *.acmefence.com';
export const MOST_DOMAINS = 20;

/** Extracts the host name from typed input, which may be a domain or the URL of a page. */
function hostIn(text: string): string | undefined {
  const [, star = '', rest = ''] = /^(\*\.)?(.*)$/.exec(text) ?? [];
  const url = URL.parse(/^https?:\/\//.test(rest) ? rest : `https://${rest}`);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  return url.hostname === 'localhost' || PUBLIC_HOST.test(url.hostname) ? `${star}${url.hostname}` : undefined;
}

const domain = z
  .string(WRONG_DOMAIN)
  .trim()
  .toLowerCase()
  .max(300, WRONG_DOMAIN)
  .transform((text, context) => {
    const host = hostIn(text);
    if (host !== undefined) return host;
    context.addIssue({ code: 'custom', message: WRONG_DOMAIN });
    return z.NEVER;
  });

/** Missing fields stay unchanged. */
export const widgetSettingsInput = z.strictObject({
  priceGating: z.boolean().optional(),
  materialSelection: z.boolean().optional(),
  instantQuotes: z.boolean().optional(),
  primaryColor: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'Enter a color such as #3b82f6')
    .optional(),
  paused: z.boolean().optional(),
  pausedText: paragraph(MOST_PAUSED_TEXT).optional(),
  allowedDomains: z
    .array(domain)
    .max(MOST_DOMAINS, `Use at most ${MOST_DOMAINS} domains`)
    .transform((domains) => [...new Set(domains)])
    .optional(),
});
export type WidgetSettingsInput = z.infer<typeof widgetSettingsInput>;
