import { phrase } from '#shared/primitives/phrase.ts';
import type { UnsubscribeWords } from './index.ts';

/** The unsubscribe pages in Spanish. */
export const es: UnsubscribeWords = {
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
