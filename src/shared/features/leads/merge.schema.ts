import { z } from 'zod';
import { leadIdSchema } from '../../primitives/ids.ts';
import { phone } from '../../primitives/phone.ts';
import { email } from '../../primitives/text.ts';
import { leadView } from './leads.schema.ts';
import { MERGE_FIELDS } from './merge.rules.ts';

/** The two leads to merge, in any order. The fields in `takeNewer` are taken from the newer lead (default: none). */
export const leadMergeInput = z.strictObject({
  leadId: leadIdSchema,
  otherLeadId: leadIdSchema,
  takeNewer: z.array(z.enum(MERGE_FIELDS)).max(MERGE_FIELDS.length).default([]),
});
export type LeadMergeInput = z.infer<typeof leadMergeInput>;

export const leadPairInput = z.strictObject({ leadId: leadIdSchema, otherLeadId: leadIdSchema });
export type LeadPairInput = z.infer<typeof leadPairInput>;

/** The contact details typed so far. A value that isn't complete yet counts as missing. */
export const leadKnownInput = z.strictObject({
  email: email.optional().catch(undefined),
  phone: phone.optional().catch(undefined),
});
export type LeadKnownInput = z.infer<typeof leadKnownInput>;

/** Leads with the same email address or phone, newest first, at most three. */
export const duplicatesView = z.object({ items: z.array(leadView) });
