import { formats } from '#shared/primitives/formats.ts';
import type { Language } from '#shared/primitives/language.ts';
import { countedIn, phrase } from '#shared/primitives/phrase.ts';

const countedEn = countedIn('en');

/** The English wording of the instant reply and of request errors. Text messages use only GSM-7 characters. */
const en = {
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
    unknown: countedEn({ none: 'a fence', one: 'a fence with 1 gate', other: 'a fence with {count} gates' }),
    material: countedEn({
      none: 'a fence in {material}',
      one: 'a fence in {material} with 1 gate',
      other: 'a fence in {material} with {count} gates',
    }),
    length: countedEn({
      none: '{feet} of fence',
      one: '{feet} of fence with 1 gate',
      other: '{feet} of fence with {count} gates',
    }),
    both: countedEn({
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

/**
 * The wording of the instant reply and of request errors. The English wording defines the type. A translation doesn't
 * compile if a key is missing or if a value has a different type.
 */
export type LeadWords = typeof en;

const countedEs = countedIn('es');

/** The Spanish wording of the instant reply and of request errors. Text messages use only GSM-7 characters. */
const es: LeadWords = {
  format: formats('es'),
  refused: {
    termsChanged: 'Los términos de los mensajes de texto cambiaron. Actualice la página y marque la casilla otra vez',
    notTextable: 'Este número no puede recibir mensajes de texto. Escriba un número de celular',
    noMaterial: 'Elija un material de la lista',
    noHeight: phrase('{material} no viene de {height} de alto. Elija una de estas alturas: {heights}'),
    noGate: phrase('Elija una de estas puertas: {gates}'),
  },
  subject: phrase('Recibimos su solicitud de cerca, {company}'),
  heading: 'Recibimos su solicitud',
  preview: phrase('Recibimos su solicitud de {fence}.'),
  hello: phrase('Hola {name}, gracias por preguntar a {company} por una cerca. Recibimos su solicitud.'),
  fence: {
    unknown: countedEs({ none: 'una cerca', one: 'una cerca con 1 puerta', other: 'una cerca con {count} puertas' }),
    material: countedEs({
      none: 'una cerca de {material}',
      one: 'una cerca de {material} con 1 puerta',
      other: 'una cerca de {material} con {count} puertas',
    }),
    length: countedEs({
      none: '{feet} de cerca',
      one: '{feet} de cerca con 1 puerta',
      other: '{feet} de cerca con {count} puertas',
    }),
    both: countedEs({
      none: '{feet} de {material}',
      one: '{feet} de {material} con 1 puerta',
      other: '{feet} de {material} con {count} puertas',
    }),
  },
  notFinal: 'Según lo que usted escribió. El precio final se da después de una visita al lugar.',
  facts: { fence: 'Cerca', material: 'Material', gates: 'Puertas' },
  fact: phrase('{label}: {value}'),
  instantEstimate: phrase('Su presupuesto inmediato: {price}'),
  call: phrase('Llamar a {company}'),
  next: phrase('{company} se comunicará con usted. ¿Preguntas? Solo responda a este correo.'),
  nextOrCall: phrase('{company} se comunicará con usted. ¿Preguntas? Llame al {phone} o responda a este correo.'),
  text: phrase('Hola {name}, recibimos su solicitud de {fence}. Nos comunicaremos con usted.'),
  textWithPrice: phrase(
    'Hola {name}, recibimos su solicitud de {fence}. Su presupuesto inmediato es de {price}. Nos comunicaremos con usted.',
  ),
};

const WORDS: Record<Language, LeadWords> = { en, es };

export const leadWords = (language: Language): LeadWords => WORDS[language];
