import type { Language } from '../../primitives/language.ts';
import { REMINDER_MESSAGES_ES } from '../reminders/reminder-messages.es.ts';
import { REMINDER, type Reminder } from '../reminders/reminder.rules.ts';
import { DEFAULT_MESSAGES, DEFAULT_MESSAGES_ES, LAST_REMINDER, LAST_REMINDER_ES } from './steps.rules.ts';

/**
 * Returns the Spanish version of a default message. A message that the contractor wrote stays unchanged, because an
 * unchecked translation could change its promises.
 */
export const spanishMessage = (message: string): string =>
  message === LAST_REMINDER
    ? LAST_REMINDER_ES
    : (DEFAULT_MESSAGES_ES[DEFAULT_MESSAGES.findIndex((text) => text === message)] ?? message);

/** A company's follow-up messages as stored. The Spanish ones are null until the contractor saves them. */
interface StoredMessages {
  workflow_messages: readonly string[];
  workflow_messages_es: readonly string[] | null;
}

/** Returns a company's default messages for leads who read this language, one for each step. */
export const messagesIn = (
  language: Language,
  { workflow_messages: english, workflow_messages_es: spanish }: StoredMessages,
): string[] =>
  language === 'en' ? [...english] : english.map((message, index) => spanish?.[index] ?? spanishMessage(message));

/**
 * Returns the Spanish messages after the contractor changed the English ones. If an English message was only moved, its
 * Spanish message moves with it. If an English message was edited in place, the step keeps its Spanish message. Any
 * other English message gets its default Spanish version, if there is one. Returns null if the contractor hasn't saved
 * any Spanish messages.
 */
export const spanishAfter = (english: readonly string[], before: StoredMessages): string[] | null => {
  const spanish = before.workflow_messages_es;
  if (spanish === null) return null;
  return english.map((message, index) => {
    const place = before.workflow_messages.indexOf(message);
    const isEdited = place === -1 && !english.includes(before.workflow_messages[index] ?? '');
    return spanish[isEdited ? index : place] ?? spanishMessage(message);
  });
};

/** Returns a reminder's message for leads who read this language. */
export const reminderIn = (
  language: Language,
  rule: Reminder,
  { message, message_es: spanish }: { message: string; message_es: string | null },
): string => {
  if (language === 'en') return message;
  return spanish ?? (message === REMINDER[rule].message ? REMINDER_MESSAGES_ES[rule] : message);
};
