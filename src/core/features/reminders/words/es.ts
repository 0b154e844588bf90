import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';
import type { ReminderSubjects } from './index.ts';

export const es: ReminderSubjects = {
  format: formats('es'),
  notViewed: phrase('Su presupuesto de cerca de {company}'),
  notAnswered: phrase('¿Alguna pregunta sobre su presupuesto de cerca de {company}?'),
  expiring: phrase('Su presupuesto de cerca es válido hasta el {day}'),
  balance: phrase('Saldo de su cerca: {amount}'),
  review: phrase('¿Cómo le fue con {company} y su cerca?'),
};
