import { z } from 'zod';

/** What a new company has left to set up; each is true once it is done. */
export const checklistView = z.object({
  /** False once all is done or it was hidden: then nothing is shown. */
  open: z.boolean(),
  /** The contractor has saved prices, or said that those of every company are right. */
  prices: z.boolean(),
  /** All that an estimate needs of the sender is there, and the email address is confirmed. */
  company: z.boolean(),
  /** What of it is missing, in words such as 'postal address' and `EMAIL_CONFIRMATION`. */
  missing: z.array(z.string()),
  payments: z.boolean(),
  /** A page of the contractor's has asked for the widget. */
  widget: z.boolean(),
});
export type ChecklistView = z.infer<typeof checklistView>;

export const checklistHideInput = z.strictObject({ hidden: z.boolean() });
