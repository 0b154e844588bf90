import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';
import type { Language } from '#shared/primitives/language.ts';

const en = {
  format: formats('en'),
  /** The calendar entry's title. */
  title: phrase('Fence visit with {company}'),
  when: 'When',
  where: 'Where',
  fact: phrase('{label}: {value}'),
  until: phrase('{from} to {to}'),
  change: 'View or change the visit',
  changeAt: phrase('View, move or cancel the visit: {url}'),
  booked: {
    subject: phrase('Your fence visit is booked: {when}'),
    heading: 'Your visit is booked',
    hello: phrase('Hi {name}, {company} will come by to look at your fence project.'),
    text: phrase('Hi {name}, your fence visit is booked for {when}. View, move or cancel it: {url}'),
  },
  moved: {
    subject: phrase('Your fence visit was moved to {when}'),
    heading: 'Your visit was moved',
    hello: phrase('Hi {name}, your visit from {company} has a new time.'),
    text: phrase('Hi {name}, your fence visit was moved to {when}. View, move or cancel it: {url}'),
  },
  cancelled: {
    subject: phrase('Your fence visit on {when} is canceled'),
    heading: 'Your visit is canceled',
    hello: phrase('Hi {name}, your visit from {company} is canceled.'),
    text: phrase('Hi {name}, your fence visit on {when} is canceled. Questions? Call or write to us.'),
  },
  reminder: {
    subject: phrase('Reminder: your fence visit is {when}'),
    heading: 'Your visit is coming up',
    hello: phrase('Hi {name}, this is a reminder of your visit from {company}.'),
    text: phrase('Hi {name}, a reminder: your fence visit is {when}. View, move or cancel it: {url}'),
  },
};

/** The emails and texts about a visit. English is the reference: a language with different keys doesn't compile. */
export type VisitWords = typeof en;

const es: VisitWords = {
  format: formats('es'),
  title: phrase('Visita de {company} para su cerca'),
  when: 'Cuándo',
  where: 'Dónde',
  fact: phrase('{label}: {value}'),
  until: phrase('{from} a {to}'),
  change: 'Ver o cambiar la visita',
  changeAt: phrase('Ver, cambiar o cancelar la visita: {url}'),
  booked: {
    subject: phrase('Su visita para la cerca está reservada: {when}'),
    heading: 'Su visita está reservada',
    hello: phrase('Hola {name}, {company} irá a ver su proyecto de cerca.'),
    text: phrase('Hola {name}, su visita para la cerca es el {when}. Vea, cambie o cancele la visita: {url}'),
  },
  moved: {
    subject: phrase('Su visita para la cerca se cambió: {when}'),
    heading: 'Su visita cambió de hora',
    hello: phrase('Hola {name}, su visita de {company} tiene una nueva hora.'),
    text: phrase('Hola {name}, su visita para la cerca ahora es el {when}. Vea, cambie o cancele la visita: {url}'),
  },
  cancelled: {
    subject: phrase('Su visita para la cerca del {when} se canceló'),
    heading: 'Su visita se canceló',
    hello: phrase('Hola {name}, su visita de {company} se canceló.'),
    text: phrase('Hola {name}, su visita para la cerca del {when} fue cancelada. Si tiene preguntas, llame o escriba.'),
  },
  reminder: {
    subject: phrase('Recordatorio: su visita para la cerca es el {when}'),
    heading: 'Su visita se acerca',
    hello: phrase('Hola {name}, este es un recordatorio de su visita de {company}.'),
    text: phrase('Hola {name}, le recordamos su visita para la cerca: {when}. Vea, cambie o cancele la visita: {url}'),
  },
};

const WORDS: Record<Language, VisitWords> = { en, es };

export const visitWords = (language: Language): VisitWords => WORDS[language];
