import { z } from 'zod';
import type { SettleDeps } from '../settle-from-stripe.ts';

/** A stored event, as its handler sees it. Of its body only ids are used: the truth is read from Stripe anew (S9). */
export interface StoredEvent {
  id: string;
  type: string;
  /** The connected account that it is about; null: the platform's own. */
  account: string | null;
  object: Record<string, unknown>;
}

/** Settles what an event is about and says what came of it. Safe to run twice, late, and beside itself. */
export type StripeEventHandler = (deps: SettleDeps, event: StoredEvent) => Promise<string>;

const idSchema = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).catch('');

/** The id that a field of the event's object holds, plain or expanded; null where it holds none. */
export const idAt = ({ object }: StoredEvent, field: string): string | null => idSchema.parse(object[field]) || null;
