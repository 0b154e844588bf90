import { formatFeet } from '#shared/primitives/feet.ts';
import { countedIn, phrase } from '#shared/primitives/phrase.ts';
import type { StepWords } from './step-words.ts';

const counted = countedIn('es');

/** The second script's strings in Spanish. */
export const es: StepWords = {
  feet: (feet) => formatFeet(feet, 'es'),
  checks: {
    length: 'Escriba más de 0 y hasta 100,000 pies, por ejemplo 184 o 212.5',
    name: 'Escriba su nombre',
    email: 'Escriba un correo electrónico, por ejemplo dana@example.com',
    emailEnding: 'A este correo le falta la terminación, por ejemplo .com',
    phone: 'Escriba un número de teléfono de EE. UU., por ejemplo (208) 555-0172',
    phoneForTexts: 'Escriba el número de teléfono para recibir textos',
    zip: 'Escriba un código postal de cinco dígitos, por ejemplo 83642',
  },
  lengthHelp: {
    typical: phrase('Un lado de un terreno típico mide unos {side}. Un paso mide unos {pace}.'),
    usual: phrase('{name}, {feet}'),
    onMap: 'Medir en un mapa',
    noMap: 'No pudimos cargar el mapa. Intente otra vez o escriba el largo.',
    oneSide: 'Un lado',
    twoSides: 'Dos lados',
    backYard: 'Patio trasero',
    paces: 'O cuente sus pasos',
    pacesUnit: 'pasos',
    tooShort: phrase('{feet} es menos que un tramo de cerca. Si es correcto, presione el botón otra vez.'),
    tooLong: phrase(
      '{feet} es más de lo que necesita la mayoría de los patios. Si es correcto, presione el botón otra vez.',
    ),
  },
  optional: '(opcional)',
  height: 'Altura de la cerca',
  anyHeight: 'No sé',
  gateKind: phrase('Puerta {number}'),
  removal: 'Cerca vieja por quitar',
  unit: 'pies',
  name: 'Su nombre',
  email: 'Correo electrónico',
  phone: 'Celular',
  address: 'Dirección del trabajo',
  city: 'Ciudad',
  zip: 'Código postal',
  notes: 'Notas',
  addressAndNotes: 'Dirección y notas',
  places: 'Lugares',
  noPlace: 'No encontramos esa ciudad en EE. UU. Revise la ortografía o deje lo que escribió.',
  privacy: 'Privacidad',
  terms: 'Términos',
  yourFence: 'Su cerca',
  fence: counted({
    none: '{material}, sin puertas',
    one: '{material}, 1 puerta',
    other: '{material}, {count} puertas',
  }),
  change: 'Cambiar',
  send: 'Enviar mi solicitud',
  sending: 'Enviando...',
  tryAgain: 'Intentar otra vez',
  offline: 'No pudimos conectarnos',
  kept: phrase('{why} Sus respuestas están guardadas. Intente otra vez.'),
  unsent: {
    kept: phrase(
      'Su solicitud todavía no ha llegado a {company}. Está guardada en este navegador y la enviaremos en cuanto haya conexión, también si vuelve a esta página en los próximos 3 días.',
    ),
    call: phrase('También puede llamar al {phone}.'),
    waiting: phrase('Su solicitud del {when} todavía no ha llegado a {company}. Estamos tratando de enviarla.'),
    arrived: phrase('{company} tiene su solicitud del {when}.'),
    refused: phrase(
      'No se pudo enviar a {company} su solicitud del {when}. Llene el formulario para enviarla otra vez.',
    ),
    remove: 'No enviarla',
    removed: 'Su solicitud está borrada.',
  },
  price: 'Precio estimado',
  thanks: phrase('Gracias, {name}. {company} tiene su solicitud.'),
  willEmail: phrase('En un minuto le enviaremos una confirmación a {email}.'),
  willConfirm: phrase('{company} revisará las medidas en el lugar y confirmará el precio.'),
  questions: phrase('¿Preguntas? Llame al {phone}.'),
};
