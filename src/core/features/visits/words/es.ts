import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';
import type { VisitWords } from './index.ts';

export const es: VisitWords = {
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
