import { formatCents } from '../../primitives/cents.ts';
import { formatFeet } from '../../primitives/feet.ts';
import type { PushEvent, PushShows } from './push.schema.ts';

/** The facts about a lead that a notification may contain. */
export interface PushFacts {
  /** The first name, made safe for display. Null if there's none. */
  firstName: string | null;
  feet: number | null;
  cents: number | null;
  town: string | null;
}

const BARE: Record<PushEvent, string> = {
  lead: 'New lead',
  viewed: 'Estimate viewed',
  accepted: 'Estimate accepted',
  reply: 'New message',
  paid: 'Payment received',
};

const NAMED: Record<PushEvent, (name: string) => string> = {
  lead: (name) => `New lead: ${name}`,
  viewed: (name) => `${name} viewed your estimate`,
  accepted: (name) => `${name} accepted your estimate`,
  reply: (name) => `New message from ${name}`,
  paid: (name) => `${name} paid`,
};

/**
 * Returns a notification's title and text. It shows no more about a homeowner than the contractor chose for the device.
 */
export const pushWords = (
  event: PushEvent,
  { firstName, feet, cents, town }: PushFacts,
  shows: PushShows,
): { title: string; body: string } => {
  if (shows === 'nothing') return { title: BARE[event], body: 'Open to see the details' };
  const title = firstName === null ? BARE[event] : NAMED[event](firstName);
  const facts = [
    feet === null ? null : `${formatFeet(feet)} of fence`,
    shows === 'details' && cents !== null ? formatCents(cents) : null,
    shows === 'details' ? town : null,
  ];
  return { title, body: facts.filter((fact) => fact !== null).join(', ') || 'Open to see the details' };
};
