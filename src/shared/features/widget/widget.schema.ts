import { z } from 'zod';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../primitives/language.ts';
import { withoutDoubledTown } from '../../primitives/address.ts';
import { uuidSchema } from '../../primitives/ids.ts';
import { optional, email, line, paragraph, zip } from '../../primitives/text.ts';
import { phone } from '../../primitives/phone.ts';
import { fenceDrawingSchema } from '../drawing/fence-drawing.schema.ts';
import { drawingMatches, runsMatch } from '../drawing/measured.ts';
import { measuredGatesSchema, measuredRunsSchema, removalFeetSchema } from '../drawing/measured.schema.ts';
import type { PriceBook } from '../pricing/price-book.ts';
import { moveBesidePhone } from '../leads/also-under.ts';
import { requestSource } from './visit.schema.ts';
import { gateCountSchema, MAX_NOTES, perimeterSchema } from '../estimates/estimates.schema.ts';
import type { FirstWords } from './words/first-words.ts';
import { requestErrors } from './words/request-errors.ts';

/** A company's public widget settings. */
export const widgetConfigView = z.object({
  /**
   * The first script's text in the form's language. Missing for English, because the script already contains the
   * English text.
   */
  words: z.custom<FirstWords>().optional(),
  contractorId: z.string(),
  companyName: z.string(),
  phone: z.string().nullable(),
  logoUrl: z.string().nullable(),
  primaryColor: z.string(),
  /** The result of `brandFill(primaryColor)`. The server computes it to keep the widget small (W1). */
  brand: z.object({ fill: z.string(), label: z.string() }).optional(),
  poweredBy: z.boolean(),
  /** The product's name for 'Powered by …'. Present if `poweredBy`. */
  productName: z.string().optional(),
  priceGating: z.boolean(),
  materialSelection: z.boolean(),
  instantQuotes: z.boolean(),
  materials: z.array(z.object({ id: z.string(), name: z.string() })),
  consent: z.object({ version: z.string(), text: z.string() }),
  /** Present if the contractor has paused the widget. It then shows `pausedText` and no form. */
  paused: z.literal(true).optional(),
  pausedText: z.string().optional(),
  /**
   * The widget sends this ticket back with the lead (`ticket.rules.ts`). Each response to a widget contains a new
   * ticket. If the company itself requests the settings, there's no ticket.
   */
  ticket: z.string().optional(),
  /** The chat button's label. Present if the company's agent answers in the widget. */
  chat: z.string().optional(),
  /**
   * The prices for showing an estimate before the homeowner enters contact details: cents per foot by material id, and
   * cents per gate. Set only if instant quotes are on and price gating is off.
   */
  prices: z
    .object({
      perFootCents: z.record(z.string(), z.number().int()),
      gateCents: z.number().int(),
      /** The price book without zones, because the ZIP code isn't known yet. Missing if it changes no price. */
      book: z.custom<Omit<PriceBook, 'zones' | 'range'>>().optional(),
    })
    .optional(),
  /** How far the shown range goes below and above the exact price, in per cent. Null if the exact price is shown. */
  range: z.object({ percent: z.number() }).nullable(),
  /** The heights that the price book has a price for, in feet. Missing if it has none. */
  heights: z.array(z.object({ materialId: z.string(), heightFt: z.number() })).optional(),
  /** The kinds of gates, if the price book prices them differently. The first one is the usual kind. */
  gateKinds: z.array(z.object({ key: z.string(), label: z.string() })).optional(),
  /** Present if the price book has a price for taking away an old fence. */
  removal: z.literal(true).optional(),
  /** Present if a request may get an estimate at once. It needs the ZIP code, so the form asks for it. */
  instant: z.literal(true).optional(),
});
export type WidgetConfig = z.infer<typeof widgetConfigView>;

const errors = requestErrors(DEFAULT_LANGUAGE);

const leadFields = z
  .object({
    contractorId: z.string(errors.contractor).trim().min(1).max(200),
    name: line(errors.name, 200),
    email,
    phone: optional(phone),
    address: optional(line(errors.address, 300).overwrite(withoutDoubledTown)),
    zip: optional(zip),
    perimeter: perimeterSchema,
    materialId: optional(uuidSchema(errors.material)),
    gateCount: gateCountSchema,
    /**
     * The drawing of the fence. The server recomputes its lengths. Like the sum of the runs, their total must match
     * `perimeter`.
     */
    drawing: optional(fenceDrawingSchema),
    runs: measuredRunsSchema.default([]),
    gates: measuredGatesSchema.default([]),
    removalFeet: removalFeetSchema,
    notes: optional(paragraph(MAX_NOTES)),
    smsConsent: z.boolean().default(false),
    consentVersion: optional(z.string().max(100)),
    pageUrl: optional(z.string().max(2_000)),
    source: requestSource,
    /** The form's language. An unsupported language counts as missing. */
    language: z.enum(LANGUAGES).optional().catch(undefined),
    /**
     * The ticket from the settings. Any value is accepted, because a lead with an invalid ticket goes to Review and
     * isn't rejected.
     */
    ticket: z.unknown().optional(),
    /** A honeypot: a field that people can't see. If it has a value, the lead goes to Review. */
    website: z.unknown().optional(),
    idempotencyKey: z.string(errors.sendKey).min(8, errors.keyTooShort).max(200),
  })
  .superRefine((value, context) => {
    if (value.smsConsent && !value.phone)
      context.addIssue({ code: 'custom', path: ['phone'], message: errors.phoneToText });
    const { perimeter, drawing, runs, gates, gateCount } = value;
    const fits = (runs.length === 0 || runsMatch(perimeter, runs)) && (!drawing || drawingMatches(perimeter, drawing));
    if (!fits) context.addIssue({ code: 'custom', path: ['perimeter'], message: errors.sumOfRuns });
    if (gates.length > 0 && gates.length !== gateCount)
      context.addIssue({ code: 'custom', path: ['gateCount'], message: errors.countOfGates });
  });
/** What is typed beside the phone's number, such as an extension, goes to the notes. */
export const widgetLeadInput = z.preprocess(moveBesidePhone, leadFields);
export type WidgetLeadInput = z.infer<typeof widgetLeadInput>;

export const widgetLeadAnswer = z.object({
  leadId: z.string(),
  estimate: z
    .object({
      totalCents: z.number().int(),
      perimeter: z.number(),
      gateCount: z.number().int(),
      materialType: z.string(),
      /** Only of an estimate that went out at once. */
      estimateId: z.string().optional(),
      number: z.string().optional(),
      url: z.string().optional(),
    })
    .optional(),
});
export type WidgetLeadAnswer = z.infer<typeof widgetLeadAnswer>;
