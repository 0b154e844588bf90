import { z } from 'zod';
import { PLATFORM_LABEL, type Platform, PLATFORMS } from './platforms.ts';

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');
const BY_NAME = new Map<string, Platform>([
  ...PLATFORMS.flatMap((id) => [[id, id] as const, [lettersOf(PLATFORM_LABEL[id]), id] as const]),
  ['nextjs', 'react'],
  ['custom', 'html'],
]);

const platform = z.preprocess(
  // Accepts the platform's id or its display name.
  (value) => (typeof value === 'string' ? BY_NAME.get(lettersOf(value)) : value),
  z.enum(PLATFORMS, 'Choose your website’s platform'),
);

const WRONG_ADDRESS = 'Enter your website’s URL, such as acmefence.com';

/**
 * Matches a public host name with a top-level domain that begins with a letter ('.com', '.xn--p1ai'). Doesn't match an
 * IP address.
 */
export const PUBLIC_HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;

const readAddress = (text: string): string | undefined => {
  try {
    const url = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
    const web = url.protocol === 'https:' || url.protocol === 'http:';
    if (!web || url.username || url.password || !PUBLIC_HOST.test(url.hostname)) return undefined;
    url.hash = '';
    return url.href;
  } catch {
    return undefined;
  }
};

/** A website URL as a person types it. 'acme.com' becomes 'https://acme.com/'. */
export const websiteUrl = z
  .string(WRONG_ADDRESS)
  .trim()
  .max(2_000, 'Use at most 2,000 characters')
  .transform((text, context) => {
    const address = readAddress(text);
    if (address !== undefined) return address;
    context.addIssue({ code: 'custom', message: WRONG_ADDRESS });
    return z.NEVER;
  });

/** The wizard's first step. Both fields are required (spec, section 5). */
export const generateCodeInput = z.strictObject({ websiteUrl, platform });

/** The code for each way to add the widget to a page. */
export const widgetCodeView = z.object({
  /** For any page: an element that contains the script tag. */
  html: z.string(),
  /** An example with all attributes, a custom target element, and `window.Picket.mount`. */
  advanced: z.string(),
  /** A component file for React and Next.js. */
  react: z.string(),
  /** A button in the page's corner. It opens the form in a dialog. */
  button: z.string(),
  /** An iframe that shows our page. Its height adjusts to the form's height. */
  frame: z.string(),
});
export type WidgetCode = z.infer<typeof widgetCodeView>;

/** The code for one platform, with instructions. */
export const generatedCodeView = widgetCodeView.extend({
  websiteUrl: z.string(),
  platform: z.enum(PLATFORMS),
  /** The variant of the code that the platform requires. */
  recommended: z.enum(['html', 'react']),
  /** The installation steps, in order. */
  instructions: z.array(z.string()),
  /** Things to check if the widget doesn't appear. */
  notes: z.array(z.string()),
});
export type GeneratedCode = z.infer<typeof generatedCodeView>;
