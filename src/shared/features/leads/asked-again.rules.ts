import { formatFeet } from '../../primitives/feet.ts';
import { formatPhone } from '../../primitives/format-phone.ts';
import { mergeNotes, type Mergeable } from './merge.rules.ts';

/** Who asks: the email in lower case, the phone in E.164; one of them may be missing. */
export type Person = Pick<Mergeable, 'name' | 'email' | 'phone'>;

/** Without what people spell differently from one time to the next. */
const plain = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ');
const isSameName = (one: Person, other: Person) => plain(one.name) === plain(other.name);
const isSameEmail = (one: Person, other: Person) => one.email !== null && one.email === other.email;
const isSamePhone = (one: Person, other: Person) => one.phone !== null && one.phone === other.phone;

/** What two requests of one person have in common: either is enough (contract.md, 'Held leads'). */
export const personKeys = ({ name, email, phone }: Person): string[] => [
  ...(email === null ? [] : [`email:${email}`]),
  ...(phone === null ? [] : [`phone:${phone}:${plain(name)}`]),
];

/** The same email, or the same phone and the same name. */
export const isSamePerson = (one: Person, other: Person): boolean =>
  isSameEmail(one, other) || (isSamePhone(one, other) && isSameName(one, other));

/**
 * How the person can be reached after asking again. A name, email or phone that differs is a correction where the two
 * others are the same; a missing phone is filled in. Else what is on file stays: who knows one of the three can't
 * change the rest.
 */
export const correctedPerson = (lead: Person, request: Person): Person => {
  const sameEmail = isSameEmail(lead, request);
  const fillsIn = lead.phone === null && sameEmail;
  return {
    name: sameEmail && isSamePhone(lead, request) && !isSameName(lead, request) ? request.name : lead.name,
    email: isSamePhone(lead, request) && isSameName(lead, request) ? (request.email ?? lead.email) : lead.email,
    phone: fillsIn || (request.phone !== null && sameEmail && isSameName(lead, request)) ? request.phone : lead.phone,
  };
};

/**
 * A lead after the same person asked again: the newer fence and address win, notes are added where they are new, and
 * the person is corrected. With `keepFence` (an estimate was sent) the fence stays.
 */
export const joinedLead = (lead: Mergeable, request: Mergeable, { keepFence }: { keepFence: boolean }): Mergeable => {
  const { perimeter, gateCount, materialId, materialType, quoteCents } = keepFence ? lead : request;
  const moved = request.address !== null;
  return {
    ...correctedPerson(lead, request),
    address: moved ? request.address : lead.address,
    zip: moved ? request.zip : (request.zip ?? lead.zip),
    perimeter,
    gateCount,
    materialId,
    materialType,
    quoteCents,
    notes: mergeNotes(lead.notes, request.notes) ?? lead.notes,
  };
};

const gates = (count: number): string => (count === 1 ? '1 gate' : `${count} gates`);

/** What is said of each part of a lead; null where there is nothing to say. */
const PARTS: ((lead: Mergeable) => string | null)[] = [
  ({ name }) => name,
  ({ email }) => email,
  ({ phone }) => phone && formatPhone(phone),
  ({ address, zip }) => [address, zip].filter(Boolean).join(' ') || null,
  ({ perimeter }) => (perimeter === null ? null : formatFeet(perimeter)),
  ({ gateCount }) => gates(gateCount),
  ({ materialType }) => materialType,
];

/**
 * The timeline's note of a request that joined a lead: what it changed and what it was before, what it said that isn't
 * on the lead, and notes that found no room there.
 */
export const askedAgainNote = (before: Mergeable, request: Mergeable, after: Mergeable): string => {
  const changed: string[] = [];
  const other: string[] = [];
  for (const part of PARTS) {
    const [was, asked, is] = [part(before), part(request), part(after)];
    if (is !== null && is !== was) changed.push(was === null ? is : `${is} (was ${was})`);
    else if (asked !== null && !plain(is ?? '').includes(plain(asked))) other.push(asked);
  }
  const sentences = [
    'Sent the form again.',
    changed.length > 0 && `Changed: ${changed.join(', ')}.`,
    other.length > 0 && `Not changed on the lead: ${other.join(', ')}.`,
    !after.notes.includes(request.notes) && `Notes: ${request.notes}`,
  ];
  return sentences.filter(Boolean).join(' ');
};
