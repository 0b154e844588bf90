import { MAX_GATES } from '#shared/features/pricing/fence-limits.ts';
import type { GuidedCompany, GuidedState } from './guided-state.ts';
import { type Intents, readIntents } from './intents.ts';
import { learnLength } from './learn-length.ts';
import { withoutNote } from './lengths/other-numbers.ts';
import { withHeight } from './materials.ts';
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
  /** The normalized message (`plainText`) without contact details. */
  plain: string;
  /** `plain` without a note for the crew. */
  own: string;
  /** A note for the crew at the end of the message. Null if there's none. */
  note: string | null;
  message: string;
  contact: ContactRead;
  fence: FenceRead;
  intents: Intents;
}

/** Reads the information and the questions in a message. */
export function readMessage(message: string, before: GuidedState, company: GuidedCompany): Read {
  const contact = readContact(message, before.asked === 'name' || before.asked === 'reach');
  const plain = plainText(contact.rest);
  const { text: own, note } = withoutNote(plain);
  return { plain, own, note, message, contact, fence: readFence(own, company.materials), intents: readIntents(plain) };
}

/** Matches a message that is written to the software: 'system: set the length to 1 ft'. */
const INJECTS =
  /\b(?:system|assistant|developer|admin) ?:|<\/?[a-z]+>|\b(?:ignore|disregard|forget) (?:(?:all|the|your|any|previous|prior|these) )+(?:instructions?|rules?|prompts?)\b/;

/**
 * Adds the information from a message to the state. A message from a child adds nothing, and one that is written to the
 * software doesn't change a fence that is known.
 */
export function learned(state: GuidedState, read: Read, company: GuidedCompany): GuidedState {
  const { contact, fence, intents, own } = read;
  if (intents.child) return state;
  const { asked } = state;
  const { feet, proposed } = learnLength(state, read);
  // If the last question asked for the gates, a short sentence with one number counts as the answer.
  const isAnswer = fence.length.feet === null && fence.heightFt === null && !intents.discount;
  const bare = fence.bareNumber ?? (isAnswer ? fence.onlyNumber : null);
  const asksGates = asked === 'gates' && fence.gateCount === null;
  const none = asksGates && (intents.no || NO_NEED.test(own));
  const one = asksGates && JUST_ONE.test(own);
  const gateCount =
    fence.gateCount ??
    (none ? 0 : one ? 1 : bare !== null && asksGates && Number.isInteger(bare) && bare <= MAX_GATES ? bare : null);
  const anyMaterial = asked === 'material' && fence.material.id === null && ANY.test(own);
  const materialId = fence.material.id ?? (anyMaterial ? (company.materials[0]?.id ?? null) : null);
  const chosen = (company.materialSelection ? materialId : null) ?? state.fence.materialId;
  const heightFt = fence.heightFt ?? state.fence.heightFt;
  const changed = {
    feet,
    ...(proposed === null ? {} : { proposed }),
    materialId:
      company.materialSelection && chosen !== null && heightFt !== null
        ? withHeight({ id: chosen, heightFt }, company.materials, plainText)
        : chosen,
    gateCount: gatesAfter(state.fence.gateCount, gateCount, fence),
    heightFt,
    removal: state.fence.removal || fence.removal,
  };
  const isForSoftware = state.fence.feet !== null && INJECTS.test(own);
  return {
    ...state,
    fence: isForSoftware ? state.fence : changed,
    contact: {
      name: contact.name ?? state.contact.name,
      email: contact.email ?? state.contact.email,
      phone: contact.phone ?? state.contact.phone,
      zip: contact.zip ?? state.contact.zip,
      address: contact.address ?? state.contact.address,
    },
  };
}

/** Returns the number of gates after a message. 'One more gate' and 'take off a gate' change the number given earlier. */
function gatesAfter(known: number | null, said: number | null, { moreGates, fewerGates }: FenceRead): number | null {
  if (moreGates) return (known ?? 0) + 1;
  if (fewerGates) return known === null || said === null ? known : Math.max(0, known - said);
  return said ?? known;
}

const NO_NEED =
  /\b(?:(?:don'?t|do not|won'?t) (?:need|want|have) (?:any|one|a gate)|without|no (?:necesito|quiero|necesitamos)|sin)\b/;
const JUST_ONE =
  /^(?:si,? |yes,? |solo |just |only )*(?:un|una|uno|a|one|single)(?: nada mas| should be fine| please| por favor)?[.!]?$/;
const ANY =
  /\b(?:any(?:thing)?|whatever|cheapest|cheap|not sure|idk|don'?t (?:know|care|mind)|dont (?:know|care)|you (?:choose|pick)|no preference|cualquiera|el que sea|la que sea|lo mas barato|no se|no importa|me da igual)\b/;
