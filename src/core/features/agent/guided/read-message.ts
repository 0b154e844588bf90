import type { GuidedCompany, GuidedState } from './guided-state.ts';
import { type Intents, readIntents } from './intents.ts';
import { plainText } from './plain-text.ts';
import { type ContactRead, readContact } from './read-contact.ts';
import { type FenceRead, readFence } from './read-fence.ts';

/** The maximum number of characters read from a message. */
const LONGEST_READ = 2_000;

/** Returns the start of a message, up to LONGEST_READ characters. */
export const readPart = (message: string): string => message.slice(0, LONGEST_READ).toWellFormed();

/** Whether a message is too long to be read in full. A person answers such a message. */
export const isTooLong = (message: string): boolean => message.length > LONGEST_READ;

/** The information and questions found in one message. */
export interface Read {
  plain: string;
  message: string;
  contact: ContactRead;
  fence: FenceRead;
  intents: Intents;
}

/** Reads the information and the questions in a message. */
export function readMessage(message: string, before: GuidedState, company: GuidedCompany): Read {
  const contact = readContact(message, before.asked === 'name' || before.asked === 'reach');
  const plain = plainText(contact.rest);
  return { plain, message, contact, fence: readFence(plain, company.materials), intents: readIntents(plain) };
}

/** Adds the information from a message to the state. A message from a child adds nothing. */
export function learned(
  state: GuidedState,
  { contact, fence, intents, plain }: Read,
  company: GuidedCompany,
): GuidedState {
  if (intents.child) return state;
  const { asked } = state;
  // If the last question asked for a number, a short sentence with one number counts as the answer.
  const isAnswer = fence.feet === null && fence.gateCount === null && fence.heightFt === null && !intents.discount;
  const bare = fence.bareNumber ?? (isAnswer ? fence.onlyNumber : null);
  const none = asked === 'gates' && fence.gateCount === null && (intents.no || NO_NEED.test(plain));
  const one = asked === 'gates' && fence.gateCount === null && JUST_ONE.test(plain);
  const feet =
    fence.feet ??
    (bare !== null && asked === 'feet' && bare > 0 && bare <= 100_000 ? Math.round(bare * 100) / 100 : null);
  const gateCount =
    fence.gateCount ??
    (none ? 0 : one ? 1 : bare !== null && asked === 'gates' && Number.isInteger(bare) && bare <= 100 ? bare : null);
  const anyMaterial = asked === 'material' && fence.material.id === null && ANY.test(plain);
  const materialId = fence.material.id ?? (anyMaterial ? (company.materials[0]?.id ?? null) : null);
  return {
    ...state,
    fence: {
      feet: fence.moreFeet ? added(state.fence.feet, feet) : (feet ?? state.fence.feet),
      materialId: (company.materialSelection ? materialId : null) ?? state.fence.materialId,
      gateCount: fence.moreGates ? (state.fence.gateCount ?? 0) + 1 : (gateCount ?? state.fence.gateCount),
      heightFt: fence.heightFt ?? state.fence.heightFt,
      removal: state.fence.removal || fence.removal,
    },
    contact: {
      name: contact.name ?? state.contact.name,
      email: contact.email ?? state.contact.email,
      phone: contact.phone ?? state.contact.phone,
      zip: contact.zip ?? state.contact.zip,
      address: contact.address ?? state.contact.address,
    },
  };
}

const added = (known: number | null, more: number | null): number | null =>
  known === null || more === null ? (more ?? known) : Math.round((known + more) * 100) / 100;

const NO_NEED =
  /\b(?:(?:don'?t|do not|won'?t) (?:need|want|have) (?:any|one|a gate)|without|no (?:necesito|quiero|necesitamos)|sin)\b/;
const JUST_ONE =
  /^(?:si,? |yes,? |solo |just |only )*(?:un|una|uno|a|one|single)(?: nada mas| should be fine| please| por favor)?[.!]?$/;
const ANY =
  /\b(?:any(?:thing)?|whatever|cheapest|cheap|not sure|idk|don'?t (?:know|care|mind)|dont (?:know|care)|you (?:choose|pick)|no preference|cualquiera|el que sea|la que sea|lo mas barato|no se|no importa|me da igual)\b/;
