import { formatRange } from '#shared/features/pricing/price-range.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import type { Reckoning, ToldPrice } from '../guided-state.ts';

const list = new Intl.ListFormat('en-US', { type: 'disjunction' });
const gates = (count: number): string => (count === 0 ? 'no gates' : count === 1 ? '1 gate' : `${count} gates`);

const and = new Intl.ListFormat('en-US');
/** Returns the lengths that make up a fence: '60 ft and 2 sides of 45 ft'. */
const partsOf = ({ parts }: Reckoning): string =>
  and.format(
    parts.map(({ feet, times }) => (times === 1 ? formatFeet(feet) : `${times} sides of ${formatFeet(feet)}`)),
  );

/** The guided conversation's English wording. Other languages must have the same keys. */
export const en = {
  automated: (company: string) => `Hi, I’m ${company}’s automated assistant.`,
  stillAutomated: (company: string) => `I’m an automated assistant for ${company}, not a person.`,
  askFeet: 'How many feet of fence do you need? A rough total is fine.',
  confirm: (proposed: Reckoning) => {
    const feet = formatFeet(proposed.feet);
    if (proposed.form === 'around') return `All the way around, that’s ${feet} of fence. Is that right?`;
    if (proposed.form === 'range') return `Should I go with ${feet} for the whole fence?`;
    return proposed.form === 'single'
      ? `So the whole fence is ${feet}, is that right?`
      : `So that’s ${partsOf(proposed)}, ${feet} in all?`;
  },
  reckoned: (shown: Reckoning) =>
    shown.form === 'single'
      ? `So that’s ${formatFeet(shown.feet)} in all.`
      : `So that’s ${partsOf(shown)}, ${formatFeet(shown.feet)} in all.`,
  askMaterial: (names: readonly string[]) => `Which material would you like: ${list.format(names)}?`,
  askGates: 'How many gates do you need? Say 0 for none.',
  askReach: 'What’s your name, and what email or phone number can the team use to reach you?',
  askReachForPrice: 'What’s your email address or phone number? Once I have it, I’ll show you the price.',
  askReachForCall: 'Someone on the team should answer that. What phone number or email can they use to reach you?',
  askName: 'What’s your name?',
  price: ({ totalCents, range, perimeter, materialType, gateCount }: ToldPrice) =>
    `${formatFeet(perimeter)} of ${materialType} with ${gates(gateCount)} comes to ${range ? formatRange(range) : formatCents(totalCents)} at the company’s current prices.`,
  priceLater: 'The team will work out a price and send it to you.',
  removalNoted:
    'I’ve noted that the old fence needs to be removed. My prices don’t include that. The team will price the removal after seeing the fence.',
  removalExcluded:
    'No, tearing out an old fence isn’t included in my prices. The team can tell you what it costs after seeing the fence.',
  extrasExcluded: 'No, my prices are only for the new fence and its gates. The team can tell you what else would cost.',
  heightNoted: (feet: number) => `I’ve noted that the fence should be ${formatFeet(feet)} tall.`,
  unsold: (names: readonly string[]) =>
    `I can’t price that material here, but the team can tell you about it. I can price ${list.format(names)}.`,
  impossibleLength: 'That length can’t be right. Please give a total between 1 and 100,000 feet.',
  brokenEmail: 'That email address doesn’t look complete. Please check it.',
  brokenPhone: 'That phone number doesn’t look complete. Please send a 10-digit US number.',
  leadDone: (name: string | null) =>
    `${name === null ? 'Thanks' : `Thanks, ${name}`}. The team has your request and will get back to you.`,
  leadChanged: 'I’ve updated your request.',
  discount: 'I can only give the price from the company’s price list. The team can talk with you about anything else.',
  schedule: 'I can’t promise dates. The team will set a date with you.',
  instructs: 'I can help with questions about your fence and what it will cost.',
  child: 'Please ask a parent or another adult to contact us about the fence.',
  offTopic: 'I can only help with fences, but I’m happy to help with yours.',
  notHere: (company: string) => `I can’t talk about that here. ${company} can answer it by phone or email.`,
  unknown: 'I don’t have the answer to that, but the team can tell you.',
  unsure: 'I’m not sure I understood that.',
  handover: 'I’ve passed this on to the team. A person will get back to you.',
  handoverLaw: 'Someone on the team should answer that, so I’ve passed it on.',
  handoverAngry: 'I’m sorry about this. I’ve passed it on to the team, and a person will get back to you.',
  waitsForPerson: 'The team has your messages. A person will answer.',
  noted: 'The team can read that with your request.',
  noteLater: 'Your note stays in this conversation, and the team can read it once I know how to reach you.',
  gotIt: 'Got it.',
  welcome: 'Happy to help!',
  more: 'Is there anything else the team should know?',
};

export type GuidedWords = typeof en;
