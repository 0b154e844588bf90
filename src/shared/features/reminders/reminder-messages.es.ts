import type { Reminder } from './reminder.rules.ts';

/**
 * The reminders' default messages in Spanish. They use only GSM-7 characters, which don't include á, í, ó or ú (T12).
 */
export const REMINDER_MESSAGES_ES: Record<Reminder, string> = {
  not_viewed:
    'Hola {{name}}, le enviamos el presupuesto de la cerca para {{address}}. Lo puede ver en: {{estimate_link}} Si tiene preguntas, responda a este mensaje.',
  not_answered:
    'Hola {{name}}, ¿ha tenido tiempo de pensar en el presupuesto de la cerca para {{address}}? Lo puede aceptar o hacernos una pregunta en: {{estimate_link}}',
  expiring:
    'Hola {{name}}, su presupuesto de {{estimate_amount}} para la cerca en {{address}} se puede aceptar hasta el {{valid_until}}. Lo puede revisar o aceptar en: {{estimate_link}}',
  balance:
    'Hola {{name}}, queda por pagar el saldo de {{balance}} de la cerca en {{address}}. Lo puede pagar en: {{estimate_link}} Si ya lo hizo, muchas gracias.',
  review:
    'Hola {{name}}, gracias por elegirnos para la cerca en {{address}}. Le agradecemos si cuenta a otros su experiencia. Solo toma un minuto: {{review_link}}',
};
