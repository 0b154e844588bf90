import type { AgentChannel } from '#shared/features/agent/agent.schema.ts';
import type { HandoverSummary } from '#shared/features/agent/handover.schema.ts';
import { formatRange } from '#shared/features/pricing/price-range.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { countedIn } from '#shared/primitives/phrase.ts';
import type { GuidedCompany, GuidedState, HandoverReason } from './guided/guided-state.ts';

/** The maximum length, in characters, of the homeowner's message in a summary. */
const LONGEST_MESSAGE = 280;

const WHY: Record<HandoverReason, string> = {
  asked: 'They need an answer that only you can give.',
  angry: 'They were upset.',
  law: 'They asked about permits, property lines or contracts.',
  unsure: 'The agent didn’t understand their question.',
};

const gates = countedIn('en')({ none: 'no gates', one: '{count} gate', other: '{count} gates' });

interface Conversed {
  state: GuidedState;
  channel: AgentChannel;
  /** The homeowner's last message. */
  said: string;
  materials: GuidedCompany['materials'];
}

/**
 * Summarizes a conversation for the contractor. Returns null if the conversation isn't handed over. The summary quotes
 * the homeowner's last message as they typed it, shortened to LONGEST_MESSAGE.
 */
export function summaryOf({ state, channel, said, materials }: Conversed): HandoverSummary | null {
  if (state.handedOver === null) return null;
  const material = materialOf(state, materials);
  return {
    reach: reachOf(state),
    fence: fenceOf(state, material),
    price: priceOf(state, channel),
    why: WHY[state.handedOver],
    said: shortened(said),
  };
}

/**
 * Only the widget's chat shows a price as soon as the agent answers. In other channels, the price may come from the
 * lead, or its message may be a draft or still be waiting.
 */
function priceOf({ told }: GuidedState, channel: AgentChannel): string {
  if (channel === 'widget')
    return told === null
      ? 'The agent gave no price.'
      : `The agent said ${told.range ? formatRange(told.range) : formatCents(told.totalCents)}.`;
  return told === null ? 'This fence has no price yet.' : `This fence costs ${formatCents(told.totalCents)}.`;
}

/** Returns the chosen material or, if the company sells only one material, that one. */
function materialOf({ fence, told }: GuidedState, materials: GuidedCompany['materials']): string | null {
  const chosen = materials.find(({ id }) => id === fence.materialId)?.name ?? told?.materialType;
  return chosen ?? (fence.feet !== null && materials.length === 1 ? (materials[0]?.name ?? null) : null);
}

function reachOf({ contact: { phone, email }, language }: GuidedState): string {
  const ways = [...(phone === null ? [] : [formatPhone(phone)]), ...(email === null ? [] : [email])];
  const reach = ways.length === 0 ? 'They gave no phone number and no email address.' : ways.join(' or ');
  return language === 'es' ? `${reach} (writes in Spanish)` : reach;
}

function fenceOf({ fence }: GuidedState, material: string | null): string {
  const { feet, proposed, gateCount, heightFt, removal } = fence;
  const parts = [
    ...(proposed !== undefined ? [`maybe ${formatFeet(proposed.feet)}`] : feet === null ? [] : [formatFeet(feet)]),
    ...(material === null ? [] : [material]),
    ...(heightFt === null ? [] : [`${formatFeet(heightFt)} tall`]),
    ...(gateCount === null ? [] : [gates({ count: gateCount })]),
    ...(removal ? ['an old fence to remove'] : []),
  ];
  return parts.length === 0 ? 'They didn’t say what kind of fence they want.' : parts.join(', ');
}

/** Shortens a message to a single line. */
function shortened(said: string): string {
  const line = said.replace(/\s+/g, ' ').trim();
  // The pattern doesn't split surrogate pairs.
  const [start = ''] = new RegExp(`^.{0,${LONGEST_MESSAGE - 1}}`, 'u').exec(line) ?? [];
  return start.length + 1 >= line.length ? line : `${start}…`;
}
