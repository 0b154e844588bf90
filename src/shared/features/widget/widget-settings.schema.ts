import { z } from 'zod';

/** The contractor's settings of his widget; they win over the page's `data-` attributes (contract.md). */
export const widgetSettingsView = z.object({
  priceGating: z.boolean(),
  materialSelection: z.boolean(),
  instantQuotes: z.boolean(),
  primaryColor: z.string(),
});
export type WidgetSettings = z.infer<typeof widgetSettingsView>;

/** Missing fields are unchanged. */
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
});
export type WidgetSettingsInput = z.infer<typeof widgetSettingsInput>;
