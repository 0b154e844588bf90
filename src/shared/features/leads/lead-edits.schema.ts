import { z } from 'zod';
import { gateCountSchema, MAX_NOTES, perimeterSchema } from '../estimates/estimates.schema.ts';
import { leadIdSchema, materialIdSchema, uuidSchema, userIdSchema } from '../../primitives/ids.ts';
import { withoutDoubledTown } from '../../primitives/address.ts';
import { LANGUAGES } from '../../primitives/language.ts';
import { phone } from '../../primitives/phone.ts';
import { clearable, email, line, optional, paragraph, zip } from '../../primitives/text.ts';
import { CALL_OUTCOMES } from './calls.rules.ts';
import { leadOutcomeSchema } from './leads.schema.ts';
import { lineBesidePhone, moveBesidePhone } from './also-under.ts';
import { sourceSchema } from './source.schema.ts';

export const MAX_NOTE = 4_000;

/** How a homeowner consented to texts outside the widget (C4). */
export const consentMethodSchema = z.enum(['verbal', 'paper', 'written'], 'Choose how the homeowner agreed to texts');
export type ConsentMethod = z.infer<typeof consentMethodSchema>;

/** The error beside the email field if a lead has neither an email nor a phone. */
export const EMAIL_OR_PHONE = 'Enter an email or a phone number, such as dana@example.com or (208) 555-0144';

const smsConsent = optional(z.strictObject({ method: consentMethodSchema }));
const name = line('a name', 200);
const address = line('the street address', 300).overwrite(withoutDoubledTown);

/**
 * A lead that the contractor enters by hand, with an email, a phone or both. Feet are decimal. An empty string counts
 * as missing. A second request with the same `idempotencyKey` returns the same lead.
 */
const leadFields = z
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
    source: optional(sourceSchema),
    language: z.enum(LANGUAGES).optional(),
    smsConsent,
    idempotencyKey: uuidSchema('This isn’t a valid key').optional(),
  })
  .refine(({ email: to, phone: number }) => to !== undefined || number !== undefined, {
    path: ['email'],
    message: EMAIL_OR_PHONE,
    // This error is reported together with others, unless the email or the phone itself is invalid.
    when: ({ issues }) => issues.every(({ path }) => !['email', 'phone', undefined].includes(path?.[0]?.toString())),
  });
/** What is typed beside the phone's number, such as an extension, goes to the notes. */
export const leadCreateInput = z.preprocess(moveBesidePhone, leadFields);
export type LeadCreateInput = z.infer<typeof leadCreateInput>;

/** Missing fields stay unchanged. Null or an empty string clears a field. */
const leadChanges = z.strictObject({
  leadId: leadIdSchema,
  name: name.optional(),
  email: clearable(email),
  phone: clearable(phone),
  /** A line for the notes about what was typed beside the phone's number. It's read from `phone`. */
  besidePhone: paragraph(MAX_NOTES).optional(),
  address: clearable(address),
  zip: clearable(zip),
  perimeter: clearable(perimeterSchema),
  materialId: clearable(materialIdSchema),
  gateCount: gateCountSchema.optional(),
  notes: paragraph(MAX_NOTES).optional(),
  source: sourceSchema.optional(),
  language: z.enum(LANGUAGES).optional(),
  smsConsent,
  outcome: leadOutcomeSchema.nullable().optional(),
  reason: optional(paragraph(500)),
  /**
   * The values that the form loaded. The update is rejected with CONFLICT if one of the fields that it changes now has
   * a different value.
   */
  was: z
    .strictObject({
      name: z.string(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      address: z.string().nullable(),
      zip: z.string().nullable(),
      perimeter: z.number().nullable(),
      materialId: z.string().nullable(),
      gateCount: z.number(),
      notes: z.string(),
      source: z.string(),
    })
    .partial()
    .optional(),
});
export const leadUpdateInput = z.preprocess((input: unknown) => {
  const beside =
    typeof input === 'object' && input !== null && 'phone' in input ? lineBesidePhone(input.phone) : undefined;
  return beside === undefined ? input : { ...(input as object), besidePhone: beside };
}, leadChanges);
export type LeadUpdateInput = z.infer<typeof leadUpdateInput>;

export const leadArchiveInput = z.strictObject({ leadId: leadIdSchema, archived: z.boolean() });

export const leadNoteInput = z.strictObject({
  leadId: leadIdSchema,
  text: paragraph(MAX_NOTE).refine((text) => text !== '', 'Write a note'),
});

/** `text` is an optional note on the call. */
export const leadCallInput = z.strictObject({
  leadId: leadIdSchema,
  outcome: z.enum(CALL_OUTCOMES),
  text: paragraph(MAX_NOTE).optional(),
});
export const callView = z.object({ callId: uuidSchema() });
export type CallView = z.infer<typeof callView>;
export const callUndoInput = z.strictObject({ leadId: leadIdSchema, callId: uuidSchema() });

/** The first characters of a city name or ZIP code. */
export const placesInput = z.strictObject({ query: z.string().max(100) });
/** `zip` is empty for a city with several ZIP codes. */
export const placesView = z.array(
  z.object({ label: z.string(), city: z.string(), state: z.string(), zip: z.string() }),
);

/** `lastEventId` is the last event that the browser received before it reconnected. */
export const leadChangesInput = z.strictObject({ lastEventId: z.string().max(100).nullish() }).optional();

/** `userId` null removes the assignment. */
export const leadAssignInput = z.strictObject({ leadId: leadIdSchema, userId: userIdSchema.nullable() });
