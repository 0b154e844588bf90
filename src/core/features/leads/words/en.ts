import { formats } from '#shared/primitives/formats.ts';
import { countedIn, phrase } from '#shared/primitives/phrase.ts';

const counted = countedIn('en');

/** The English wording of the instant reply and of request errors. Text messages use only GSM-7 characters. */
export const en = {
  format: formats('en'),
  refused: {
    termsChanged: 'The texting terms have changed. Refresh the page and check the box again',
    notTextable: 'We can’t text this number. Enter a mobile number',
    noMaterial: 'Choose a material from the list',
    noHeight: phrase('{material} doesn’t come {height} high. Choose one of {heights}'),
    noGate: phrase('Choose one of these gates: {gates}'),
  },
  subject: phrase('{company} has your fence request'),
  heading: 'We have your request',
  preview: phrase('We have your request for {fence}.'),
  hello: phrase('Hi {name}, thanks for asking {company} about a fence. We have your request.'),
  /** Descriptions of the fence, depending on what is known about it. */
  fence: {
    unknown: counted({ none: 'a fence', one: 'a fence with 1 gate', other: 'a fence with {count} gates' }),
    material: counted({
      none: 'a fence in {material}',
      one: 'a fence in {material} with 1 gate',
      other: 'a fence in {material} with {count} gates',
    }),
    length: counted({
      none: '{feet} of fence',
      one: '{feet} of fence with 1 gate',
      other: '{feet} of fence with {count} gates',
    }),
    both: counted({
      none: '{feet} of {material}',
      one: '{feet} of {material} with 1 gate',
      other: '{feet} of {material} with {count} gates',
    }),
  },
  notFinal: 'Based on what you entered. You’ll get the final price after a site visit.',
  facts: { fence: 'Fence', material: 'Material', gates: 'Gates' },
  fact: phrase('{label}: {value}'),
  instantEstimate: phrase('Your instant estimate: {price}'),
  call: phrase('Call {company}'),
  next: phrase('{company} will be in touch. Questions? Just reply to this email.'),
  nextOrCall: phrase('{company} will be in touch. Questions? Call {phone} or reply to this email.'),
  text: phrase("Hi {name}, we have your request for {fence}. We'll be in touch."),
  textWithPrice: phrase(
    "Hi {name}, we have your request for {fence}. Your instant estimate is {price}. We'll be in touch.",
  ),
};
