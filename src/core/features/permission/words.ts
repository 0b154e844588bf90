import { phrase } from '#shared/primitives/phrase.ts';
import type { Language } from '#shared/primitives/language.ts';

/**
 * The wording of keyword replies and of the unsubscribe line, in English. Keyword replies use only GSM-7 characters.
 */
const en = {
  help: phrase('{company}: For help, email {email}. Msg & data rates may apply. Reply STOP to opt out.'),
  helpOrCall: phrase(
    '{company}: For help, email {email} or call {phone}. Msg & data rates may apply. Reply STOP to opt out.',
  ),
  optedOut: phrase("{company}: You're unsubscribed and won't get more texts from us. Reply START to resubscribe."),
  optedIn: phrase("{company}: You'll get texts about your fence estimate again. Reply HELP for help, STOP to opt out."),
  /** A follow-up email's subject. */
  followUpSubject: phrase('Your fence estimate from {company}'),
  /** The subjects of a schedule's emails, by step. They fit any message about an estimate. */
  followUpSubjects: {
    first: phrase('Your fence estimate from {company}'),
    second: phrase('Your fence project with {company}'),
    third: phrase('About your fence: a message from {company}'),
    fourth: phrase('{company} about your fence estimate'),
    fifth: phrase('A note about your fence from {company}'),
  },
  unsubscribe: 'Unsubscribe',
  /** The sentence with the unsubscribe link at the bottom of a follow-up. */
  fromFollowUps: phrase('{unsubscribe} from follow-up emails.'),
  fromReminders: phrase('{unsubscribe} from reminders and follow-up emails.'),
  fromFollowUpsAt: phrase('Unsubscribe from follow-up emails: {url}'),
  fromRemindersAt: phrase('Unsubscribe from reminders and follow-up emails: {url}'),
};

/**
 * The wording of keyword replies, and of the subject and unsubscribe line in follow-up emails. English is the
 * reference. A language with different keys or placeholders doesn't compile.
 */
export type PermissionWords = typeof en;

/**
 * The wording of keyword replies and of the unsubscribe line, in Spanish. Keyword replies use only GSM-7 characters.
 */
const es: PermissionWords = {
  help: phrase(
    '{company}: Para ayuda escriba a {email}. Pueden aplicar cargos por mensajes y datos. Responda STOP para cancelar.',
  ),
  helpOrCall: phrase(
    '{company}: Para ayuda escriba a {email} o llame al {phone}. Pueden aplicar cargos por mensajes y datos. Responda STOP para cancelar.',
  ),
  optedOut: phrase('{company}: Ya no le enviaremos textos. Responda START para volver a recibirlos.'),
  optedIn: phrase(
    '{company}: Va a recibir otra vez textos sobre su presupuesto de cerca. Responda HELP para ayuda, STOP para cancelar.',
  ),
  followUpSubject: phrase('Su presupuesto de cerca de {company}'),
  followUpSubjects: {
    first: phrase('Su presupuesto de cerca de {company}'),
    second: phrase('Su proyecto de cerca con {company}'),
    third: phrase('Sobre su cerca: un mensaje de {company}'),
    fourth: phrase('{company}, sobre su presupuesto de cerca'),
    fifth: phrase('Una nota sobre su cerca de {company}'),
  },
  unsubscribe: 'Cancelar su suscripción',
  fromFollowUps: phrase('{unsubscribe} a los correos de seguimiento.'),
  fromReminders: phrase('{unsubscribe} a los recordatorios y correos de seguimiento.'),
  fromFollowUpsAt: phrase('Cancelar su suscripción a los correos de seguimiento: {url}'),
  fromRemindersAt: phrase('Cancelar su suscripción a los recordatorios y correos de seguimiento: {url}'),
};

const WORDS: Record<Language, PermissionWords> = { en, es };

export const permissionWords = (language: Language): PermissionWords => WORDS[language];
