import { z } from 'zod';
import { gateCountSchema, MAX_NOTES, perimeterSchema } from '../estimates/estimates.schema.ts';
import { leadIdSchema, materialIdSchema, uuidSchema } from '../../primitives/ids.ts';
import { phone } from '../../primitives/phone.ts';
import { clearable, email, line, optional, paragraph, zip } from '../../primitives/text.ts';
import { leadOutcomeSchema } from './leads.schema.ts';

export const MAX_NOTE = 4_000;

/** How a homeowner agreed to texts where no widget asked him (C4). */
export const consentMethodSchema = z.enum(['verbal', 'paper', 'written'], 'Choose how consent was given');
export type ConsentMethod = z.infer<typeof consentMethodSchema>;

/** Said beside the email of a lead that could not be reached at all. */
export const EMAIL_OR_PHONE = 'Enter an email address or a phone number';

const smsConsent = optional(z.strictObject({ method: consentMethodSchema }));
const name = line('a name', 200);
const address = line('the street address', 300);

/**
 * A lead that the contractor enters by hand: a caller may leave a phone and no email, but one of the two is there. Feet
 * are decimal; an empty text counts as not given. The same `idempotencyKey` again is the same lead.
 */
export const leadCreateInput = z
  .strictObject({
    name,
    email: optional(email),
    phone: optional(phone),
    address: optional(address),
    zip: optional(zip),
    perimeter: optional(perimeterSchema),
    materialId: optional(materialIdSchema),
    gateCount: optional(gateCountSchema),
    notes: optional(paragraph(MAX_NOTES)),
    smsConsent,
    idempotencyKey: uuidSchema('This isn’t a valid key').optional(),
  })
  .refine(({ email: to, phone: number }) => to !== undefined || number !== undefined, {
    path: ['email'],
    message: EMAIL_OR_PHONE,
    // said beside other mistakes too, but not of one that was typed wrong
    when: ({ issues }) => issues.every(({ path }) => !['email', 'phone', undefined].includes(path?.[0]?.toString())),
  });
export type LeadCreateInput = z.infer<typeof leadCreateInput>;

/** What is missing stays as it is; null or an empty text empties it. */
export const leadUpdateInput = z.strictObject({
  leadId: leadIdSchema,
  name: name.optional(),
  email: clearable(email),
  phone: clearable(phone),
  address: clearable(address),
  zip: clearable(zip),
  perimeter: clearable(perimeterSchema),
  materialId: clearable(materialIdSchema),
  gateCount: gateCountSchema.optional(),
  notes: paragraph(MAX_NOTES).optional(),
  smsConsent,
  outcome: leadOutcomeSchema.nullable().optional(),
  reason: optional(paragraph(500)),
});
export type LeadUpdateInput = z.infer<typeof leadUpdateInput>;

export const leadArchiveInput = z.strictObject({ leadId: leadIdSchema, archived: z.boolean() });

export const leadNoteInput = z.strictObject({
  leadId: leadIdSchema,
  text: paragraph(MAX_NOTE).refine((text) => text !== '', 'Write a note'),
});

/** What was typed of a town or a ZIP. */
export const placesInput = z.strictObject({ query: z.string().max(100) });
/** `zip` is empty for a town that has several. */
export const placesView = z.array(
  z.object({ label: z.string(), city: z.string(), state: z.string(), zip: z.string() }),
);

/** `lastEventId` is what the browser heard last, where it comes back after a break. */
export const leadChangesInput = z.strictObject({ lastEventId: z.string().max(100).nullish() }).optional();
