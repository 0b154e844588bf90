import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';
import type { Language } from '#shared/primitives/language.ts';

const en = {
  lang: 'en',
  format: formats('en'),
  title: phrase('Fence visit with {company}'),
  other: 'Español',
  bookHeading: 'Book a visit',
  bookHint: phrase('Choose when {company} should come by to look at your project.'),
  pressTime: 'Press a time to book it.',
  booked: 'Your visit is booked',
  cancelled: 'This visit is canceled',
  over: 'This visit is over',
  until: phrase('{from}, about {minutes} minutes'),
  zone: phrase('All times are {zone}.'),
  come: phrase('{company} will come to the address you gave.'),
  comeSomewhere: phrase('{company} will come by to look at your project.'),
  call: phrase('Questions? Call {phone}.'),
  write: phrase('Questions? Write to {email}.'),
  tooLate: phrase('It’s too late to change this visit here. Please contact {company}.'),
  moveHeading: 'Choose another time',
  noTimes: phrase('There are no free times right now. Please contact {company}.'),
  book: 'Book this time',
  move: 'Move to this time',
  cancel: 'Cancel the visit',
  change: 'Move or cancel the visit',
  details: 'Your details',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address of the project',
  zip: 'ZIP code',
  optional: phrase('{label} (optional)'),
  received: 'We received your request',
  receivedNext: phrase('{company} will contact you to agree on a time.'),
  notFound: {
    title: 'We couldn’t find this visit',
    next: 'The link may be incomplete. Open it again from your email, or contact the company.',
  },
};

/** The wording of the homeowner's page for visits. English is the reference. */
export type VisitPageWords = typeof en;

const es: VisitPageWords = {
  lang: 'es',
  format: formats('es'),
  title: phrase('Visita de {company} para su cerca'),
  other: 'English',
  bookHeading: 'Reserve una visita',
  bookHint: phrase('Elija cuándo quiere que {company} vaya a ver su proyecto.'),
  pressTime: 'Oprima una hora para reservarla.',
  booked: 'Su visita está reservada',
  cancelled: 'Esta visita se canceló',
  over: 'Esta visita ya pasó',
  until: phrase('{from}, unos {minutes} minutos'),
  zone: phrase('Todas las horas son de la zona: {zone}.'),
  come: phrase('{company} irá a la dirección que usted dio.'),
  comeSomewhere: phrase('{company} irá a ver su proyecto.'),
  call: phrase('¿Preguntas? Llame al {phone}.'),
  write: phrase('¿Preguntas? Escriba a {email}.'),
  tooLate: phrase('Ya es tarde para cambiar esta visita aquí. Por favor comuníquese con {company}.'),
  moveHeading: 'Elija otra hora',
  noTimes: phrase('No hay horas libres por ahora. Por favor comuníquese con {company}.'),
  book: 'Reservar esta hora',
  move: 'Cambiar a esta hora',
  cancel: 'Cancelar la visita',
  change: 'Cambiar o cancelar la visita',
  details: 'Sus datos',
  name: 'Nombre',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  address: 'Dirección del proyecto',
  zip: 'Código postal',
  optional: phrase('{label} (opcional)'),
  received: 'Recibimos su solicitud',
  receivedNext: phrase('{company} se comunicará con usted para acordar una hora.'),
  notFound: {
    title: 'No encontramos esta visita',
    next: 'Quizás el enlace está incompleto. Ábralo otra vez desde su correo o comuníquese con la empresa.',
  },
};

const WORDS: Record<Language, VisitPageWords> = { en, es };

export const visitPageWords = (language: Language): VisitPageWords => WORDS[language];
