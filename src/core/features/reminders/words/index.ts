import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * The subjects of email reminders. English is the reference: a language with different keys or types doesn't compile.
 */
export type ReminderSubjects = typeof en;

const WORDS: Record<Language, ReminderSubjects> = { en, es };

export const reminderSubjects = (language: Language): ReminderSubjects => WORDS[language];
