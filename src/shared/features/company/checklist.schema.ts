import { z } from 'zod';

/** A new company's setup steps; each is true once done. */
export const checklistView = z.object({
  /** False once every step is done or the contractor hid the checklist; it then isn't shown. */
  open: z.boolean(),
  /** The contractor has saved prices, or confirmed the defaults. */
  prices: z.boolean(),
  /** All sender details that an estimate requires are entered, and the email address is confirmed. */
  company: z.boolean(),
  /** The missing details, such as 'postal address' or `EMAIL_CONFIRMATION`. */
  missing: z.array(z.string()),
  payments: z.boolean(),
  /** One of the contractor's pages has loaded the widget. */
  widget: z.boolean(),
});
export type ChecklistView = z.infer<typeof checklistView>;

export const checklistHideInput = z.strictObject({ hidden: z.boolean() });
