import { formatFeet } from '../../primitives/feet.ts';
import { formatPhone } from '../../primitives/format-phone.ts';
import { mergeNotes, type Mergeable } from './merge.rules.ts';

/** The person who sent a request. The email is in lower case, and the phone is in E.164. Either may be missing. */
export type Person = Pick<Mergeable, 'name' | 'email' | 'phone'>;

/** Normalizes case and surrounding whitespace for comparison. */
const plain = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ');
const isSameName = (one: Person, other: Person) => plain(one.name) === plain(other.name);
const isSameEmail = (one: Person, other: Person) => one.email !== null && one.email === other.email;
const isSamePhone = (one: Person, other: Person) => one.phone !== null && one.phone === other.phone;

/**
 * Returns keys that identify a person. Two requests are from the same person if they share at least one key
 * (docs/architecture.md, 'Leads').
 */
export const personKeys = ({ name, email, phone }: Person): string[] => [
  ...(email === null ? [] : [`email:${email}`]),
  ...(phone === null ? [] : [`phone:${phone}:${plain(name)}`]),
];

/** Whether two people have the same email, or the same phone and name. */
export const isSamePerson = (one: Person, other: Person): boolean =>
  isSameEmail(one, other) || (isSamePhone(one, other) && isSameName(one, other));

/**
 * Returns the person's details after a repeated request. If two of name, email and phone match and the third differs,
 * the request's value is a correction and replaces the lead's. If the lead has no phone and the emails match, the
 * request's phone is added. Otherwise, the lead's details stay unchanged, because one matching detail isn't enough to
 * change the others.
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
 * Merges another request from the same person into their lead. Takes the fence and street address from the request if
 * they're given, adds new notes, and corrects the person's details. If `keepFence` is true, the lead keeps its old
 * fence, because an estimate was already sent.
 */
export const joinedLead = (lead: Mergeable, request: Mergeable, { keepFence }: { keepFence: boolean }): Mergeable => {
  const { perimeter, gateCount, materialId, materialType, quoteCents, measured } =
    keepFence || request.perimeter === null ? lead : request;
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
    measured,
    notes: mergeNotes(lead.notes, request.notes) ?? lead.notes,
  };
};

const gates = (count: number): string => (count === 1 ? '1 gate' : `${count} gates`);

/** Functions that describe the parts of a lead. Each returns null if its part is empty. */
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
 * Returns the timeline note for a request that was merged into a lead. It lists the changes with the previous values.
 * It also lists the request's values that were ignored, and the request's notes if they didn't fit.
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
