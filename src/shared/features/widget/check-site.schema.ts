import { z } from 'zod';
import { websiteUrl } from './widget-code.schema.ts';

export const checkSiteInput = z.strictObject({ url: websiteUrl });

/**
 * Whether a page contains the company's widget. 'old' means that the page uses a contractor id from before a rename.
 */
export const siteCheckView = z.object({ found: z.enum(['yes', 'no', 'old']), detail: z.string() });
export type SiteCheck = z.infer<typeof siteCheckView>;
