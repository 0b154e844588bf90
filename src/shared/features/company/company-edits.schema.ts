import { z } from 'zod';
import { phone } from '../../primitives/phone.ts';
import { timeZoneSchema } from '../../primitives/time-zone.ts';
import { clearable, email, line, paragraph } from '../../primitives/text.ts';
import { MAX_TERMS } from '../estimates/estimates.schema.ts';

/** What is missing stays as it is. `timeZone` is an IANA name such as 'America/Boise'. */
export const companyUpdateInput = z.strictObject({
  name: line('the company name', 120).optional(),
  email: email.optional(),
  phone: clearable(phone),
  address: clearable(line('the address', 300)),
  postalAddress: clearable(line('the postal address', 300)),
  timeZone: timeZoneSchema.optional(),
});
export type CompanyUpdateInput = z.infer<typeof companyUpdateInput>;

export const termsUpdateInput = z.strictObject({
  text: paragraph(MAX_TERMS).refine((text) => text !== '', 'Write the terms, or keep the default ones'),
  /** The text that was on the screen: refused with CONFLICT where another window has saved something else since. */
  was: z.string().max(MAX_TERMS).optional(),
});
