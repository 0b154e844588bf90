import { FEET_HINT } from '#shared/features/pricing/fence-limits.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { countedIn, phrase } from '#shared/primitives/phrase.ts';

const counted = countedIn('en');

/** The second script's strings in English. */
export const en = {
  feet: (feet: number): string => formatFeet(feet),
  /** Field errors, worded the same as on the server. */
  checks: {
    length: FEET_HINT,
    name: 'Enter your name',
    email: 'Enter an email address, such as dana@example.com',
    emailEnding: 'This email address needs an ending, such as .com',
    phone: 'Enter a US phone number, such as (208) 555-0172',
    phoneForTexts: 'Enter a phone number where you can get texts',
    zip: 'Enter a five-digit ZIP code, such as 83642',
  },
  lengthHelp: {
    typical: phrase('One side of a typical lot is about {side}. One pace is about {pace}.'),
    usual: phrase('{name}, {feet}'),
    onMap: 'Measure on a map',
    noMap: "We couldn't load the map. Try again, or type a length.",
    oneSide: 'One side',
    twoSides: 'Two sides',
    backYard: 'Back yard',
    paces: 'Or count your paces',
    pacesUnit: 'paces',
    tooShort: phrase("{feet} is shorter than one section of fence. If it's right, press the button again."),
    tooLong: phrase("{feet} is longer than most yards need. If it's right, press the button again."),
  },
  optional: '(optional)',
  height: 'Fence height',
  anyHeight: 'Not sure',
  gateKind: phrase('Gate {number}'),
  removal: 'Old fence to remove',
  unit: 'ft',
  name: 'Your name',
  email: 'Email',
  phone: 'Mobile phone',
  address: 'Property address',
  city: 'City',
  zip: 'ZIP',
  notes: 'Notes',
  addressAndNotes: 'Address and notes',
  places: 'Matching cities',
  noPlace: 'No matching US city. Check the spelling, or keep what you typed.',
  privacy: 'Privacy',
  terms: 'Terms',
  yourFence: 'Your fence',
  fence: counted({ none: '{material}, no gates', one: '{material}, 1 gate', other: '{material}, {count} gates' }),
  change: 'Change',
  send: 'Send my estimate',
  sending: 'Sending...',
  tryAgain: 'Try again',
  offline: "We couldn't connect",
  /** Shown after a failed request. `why` is the cause. */
  kept: phrase('{why} Your answers are saved. Try again.'),
  /** Messages about a request that our server didn't answer. The browser stores it and sends it later. */
  unsent: {
    kept: phrase(
      "Your request hasn't reached {company} yet. It's saved in this browser. We'll send it when you're back online, or when you return to this page within 3 days.",
    ),
    call: phrase('You can also call {phone}.'),
    waiting: phrase("Your request from {when} hasn't reached {company} yet. We're trying to send it."),
    arrived: phrase('{company} has your request from {when}.'),
    refused: phrase("Your request from {when} couldn't be sent to {company}. Fill in the form to send it again."),
    remove: "Don't send it",
    removed: 'We deleted your request.',
  },
  price: 'Estimated price',
  /** Of an estimate that was sent at once. */
  estimate: 'Your estimate',
  seeEstimate: 'See and sign your estimate',
  alsoEmailed: phrase('We also emailed it to {email}.'),
  thanks: phrase('Thank you, {name}. {company} has your request.'),
  willEmail: phrase("We'll email a confirmation to {email} within a minute."),
  willConfirm: phrase('{company} will check the measurements on site and confirm the price.'),
  questions: phrase('Questions? Call {phone}.'),
};
