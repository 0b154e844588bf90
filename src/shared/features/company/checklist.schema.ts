import { z } from 'zod';

/** A new company's setup steps. Each is true once the step is done. */
export const checklistView = z.object({
  /** Whether to show the checklist. False once all steps are done or the contractor hides it. */
  open: z.boolean(),
  /** The contractor has saved their own prices or confirmed the default ones. */
  prices: z.boolean(),
  /** All sender details that an estimate requires are entered, and the email address is confirmed. */
  company: z.boolean(),
  /** The missing details, such as 'postal address' or `EMAIL_CONFIRMATION`. */
  missing: z.array(z.string()),
  /** The contractor has chosen when homeowners see a price in the widget. */
  priceChoice: z.boolean(),
  payments: z.boolean(),
  /** One of the contractor's pages has loaded the widget. */
  widget: z.boolean(),
});
export type ChecklistView = z.infer<typeof checklistView>;

export const checklistHideInput = z.strictObject({ hidden: z.boolean() });
