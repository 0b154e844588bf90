import { phrase } from '#shared/primitives/phrase.ts';
import type { PermissionWords } from './index.ts';

/**
 * The wording of keyword replies and of the unsubscribe line, in Spanish. Keyword replies use only GSM-7 characters.
 */
export const es: PermissionWords = {
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
