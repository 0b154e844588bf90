import { z } from 'zod';

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
