import { z } from 'zod';

/** A new company's setup steps; each is true once done. */
export const checklistView = z.object({
  /** False once all are done or it was hidden: then nothing is shown. */
  open: z.boolean(),
  /** The contractor has saved prices, or confirmed the defaults. */
  prices: z.boolean(),
  /** All sender details for an estimate are given, and the email address is confirmed. */
  company: z.boolean(),
  /** The missing ones, such as 'postal address' and `EMAIL_CONFIRMATION`. */
  missing: z.array(z.string()),
  payments: z.boolean(),
  /** A page of the contractor's has loaded the widget. */
  widget: z.boolean(),
});
export type ChecklistView = z.infer<typeof checklistView>;

export const checklistHideInput = z.strictObject({ hidden: z.boolean() });
