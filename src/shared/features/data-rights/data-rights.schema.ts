import { z } from 'zod';
import { secondFactorInput, updateUserInput } from '../auth/auth.schema.ts';
import { leadIdSchema } from '../../primitives/ids.ts';

/**
 * A company's newest export. `progress` is in percent. `url` is set once it's done and until `expiresAt`, works for 15
 * minutes, and only for signed-in owners and managers.
 */
export const exportView = z.object({
  status: z.enum(['none', 'waiting', 'running', 'done', 'failed', 'removed']),
  progress: z.int().min(0).max(100),
  requestedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  /** In bytes. */
  size: z.int().nullable(),
  url: z.string().nullable(),
});
export type ExportView = z.infer<typeof exportView>;

export const historyInput = z.object({ cursor: z.string().max(200).optional() }).optional();

/** An entry of the company's history. `who` is a member's email address, or the platform's support. */
export const historyView = z.object({
  items: z.array(z.object({ id: z.string(), at: z.iso.datetime(), who: z.string(), what: z.string() })),
  nextCursor: z.string().nullable(),
});
export type HistoryView = z.infer<typeof historyView>;

/** What stays of a homeowner, and how much of it. `years` is null if it stays as long as the company exists. */
export const keptView = z.object({
  what: z.string(),
  count: z.int(),
  years: z.int().nullable(),
  why: z.string(),
});
export type KeptView = z.infer<typeof keptView>;

export const eraseInput = z.object({ leadId: leadIdSchema });
/** What would stay, or stays, after erasing the lead. `erasedAt` is null if it isn't erased. */
export const erasureView = z.object({
  leadId: z.string(),
  erasedAt: z.iso.datetime().nullable(),
  kept: z.array(keptView),
});
export type ErasureView = z.infer<typeof erasureView>;

/** `currentPassword` is needed if the account has a password, and `code` if two-factor sign-in is on. */
export const deletionInput = z.strictObject({
  currentPassword: updateUserInput.shape.currentPassword,
  code: secondFactorInput.shape.code.optional(),
});
/** Both are null if no deletion was requested. */
export const deletionView = z.object({
  requestedAt: z.iso.datetime().nullable(),
  deletesAt: z.iso.datetime().nullable(),
});
export type DeletionView = z.infer<typeof deletionView>;
