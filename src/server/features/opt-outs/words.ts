import { phrase } from '#shared/primitives/phrase.ts';
import type { Language } from '#shared/primitives/language.ts';

/** The unsubscribe pages in English. */
const en = {
  lang: 'en',
  call: 'Call',
  callCompany: phrase('Call {company}'),
  unsubscribe: 'Unsubscribe',
  question: phrase('Stop follow-up emails from {company}?'),
  questionTo: phrase('Stop follow-up emails from {company} to {email}?'),
  keep: 'Keep emails',
  kept: 'You’re still subscribed',
  nothingChanged: 'Nothing was changed. You can close this page.',
  unsubscribed: 'You’re unsubscribed',
  willStop: phrase('{company} won’t send more follow-up emails. You’ll still get estimates you request.'),
  willStopTo: phrase('{company} won’t send more follow-up emails to {email}. You’ll still get estimates you request.'),
  mistake: 'Made a mistake? You have 10 minutes to undo this.',
  undo: 'Undo',
  resubscribed: 'You’re subscribed again',
  willResume: phrase(
    'You’ll get emails from {company} again. Follow-ups that were stopped won’t restart on their own.',
  ),
  tooLate: phrase('You can no longer undo this here. To get emails again, email {company} at {email}.'),
  noLink: 'This link doesn’t work',
  incomplete: 'The link may be incomplete. Open it from the email, or reply to the email and ask us to stop.',
};

/**
 * The wording of the unsubscribe pages. English is the reference. Other languages must have the same keys and
 * placeholders to compile.
 */
export type UnsubscribeWords = typeof en;

/** The unsubscribe pages in Spanish. */
const es: UnsubscribeWords = {
  lang: 'es',
  call: 'Llamar',
  callCompany: phrase('Llamar a {company}'),
  unsubscribe: 'Cancelar suscripción',
  question: phrase('¿Dejar de recibir los correos de seguimiento de {company}?'),
  questionTo: phrase('¿Dejar de recibir los correos de seguimiento de {company} en {email}?'),
  keep: 'Seguir recibiendo correos',
  kept: 'Su suscripción sigue activa',
  nothingChanged: 'No se cambió nada. Puede cerrar esta página.',
  unsubscribed: 'Su suscripción está cancelada',
  willStop: phrase(
    '{company} ya no le enviará correos de seguimiento. Seguirá recibiendo los presupuestos que usted solicite.',
  ),
  willStopTo: phrase(
    '{company} ya no enviará correos de seguimiento a {email}. Seguirá recibiendo los presupuestos que usted solicite.',
  ),
  mistake: '¿Lo hizo por error? Puede deshacerlo durante 10 minutos.',
  undo: 'Deshacer',
  resubscribed: 'Su suscripción está activa de nuevo',
  willResume: phrase(
    'Volverá a recibir correos de {company}. Los mensajes de seguimiento que se detuvieron no se reanudan solos.',
  ),
  tooLate: phrase('Esto ya no se puede deshacer aquí. Para volver a recibir correos, escriba a {company} a {email}.'),
  noLink: 'Este enlace no funciona',
  incomplete:
    'Es posible que esté incompleto. Abra el enlace en el correo mismo, o responda al correo para dejar de recibirlos.',
};

const WORDS: Record<Language, UnsubscribeWords> = { en, es };

export const unsubscribeWords = (language: Language): UnsubscribeWords => WORDS[language];
