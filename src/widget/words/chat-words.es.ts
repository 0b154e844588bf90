import { phrase } from '#shared/primitives/phrase.ts';
import type { ChatWords } from './chat-words.ts';

/** Spanish strings for the chat with the company's agent. */
export const es: ChatWords = {
  title: phrase('Preguntar a {company}'),
  notice: phrase('Responde un asistente automático. {company} puede leer la conversación.'),
  estimateTitle: 'Preguntar sobre este presupuesto',
  message: 'Su mensaje',
  send: 'Enviar',
  useForm: 'Usar el formulario',
  useQuestion: 'Enviar una pregunta',
  you: 'Usted:',
  assistant: 'Asistente:',
  answering: 'Respondiendo...',
  notSent: 'No se envió.',
  tryAgain: 'Intentar otra vez',
  offline: 'No pudimos conectarnos.',
  lead: phrase('{company} tiene su solicitud.'),
  handover: phrase('Una persona de {company} le responderá.'),
  person: phrase(
    '{company} recibió su mensaje. Una persona responde en lugar del asistente, por teléfono, texto o correo electrónico.',
  ),
};
