import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';
import type { Language } from '#shared/primitives/language.ts';

const en = {
  format: formats('en'),
  notViewed: phrase('Your fence estimate from {company}'),
  notAnswered: phrase('Any questions about your fence estimate from {company}?'),
  expiring: phrase('Your fence estimate is valid through {day}'),
  balance: phrase('Balance due for your fence: {amount}'),
  review: phrase('How did {company} do with your fence?'),
};

/**
 * The subjects of email reminders. English is the reference: a language with different keys or types doesn't compile.
 */
export type ReminderSubjects = typeof en;

const es: ReminderSubjects = {
  format: formats('es'),
  notViewed: phrase('Su presupuesto de cerca de {company}'),
  notAnswered: phrase('¿Alguna pregunta sobre su presupuesto de cerca de {company}?'),
  expiring: phrase('Su presupuesto de cerca es válido hasta el {day}'),
  balance: phrase('Saldo de su cerca: {amount}'),
  review: phrase('¿Cómo le fue con {company} y su cerca?'),
};

const WORDS: Record<Language, ReminderSubjects> = { en, es };

export const reminderSubjects = (language: Language): ReminderSubjects => WORDS[language];
