import { calculatedWords } from '#shared/features/estimates/words.ts';
import { GATES_HINT, FEET_HINT } from '#shared/features/pricing/fence-limits.ts';
import { UNEXPECTED } from '#shared/primitives/app-error.ts';
import type { Language } from '#shared/primitives/language.ts';
import { PHONE_HINT } from '#shared/primitives/phone.ts';
import type { SaidError } from '../trpc/error-mapping.ts';

/**
 * Spanish translations of the errors that homeowners see when a rule rejects their input or a limit is reached. The
 * keys are the English errors, in which '{…}' matches any text. Errors about a specific estimate or request aren't
 * listed, because the language catalogs contain them.
 */
const SPANISH: Record<string, string> = {
  'Enter your name': 'Escriba su nombre',
  'Enter your full name, such as Dana Whitfield': 'Escriba su nombre completo, por ejemplo Dana Whitfield',
  'Enter the street address': 'Escriba la dirección',
  'Enter an email address, such as dana@example.com': 'Escriba un correo electrónico, por ejemplo dana@example.com',
  'Enter a five-digit ZIP code, such as 83642': 'Escriba un código postal de cinco dígitos, por ejemplo 83642',
  'Enter the phone number to text': 'Escriba el número de teléfono para recibir textos',
  'Choose a material': 'Elija un material',
  'Use at most {count} characters': 'Use como máximo {count} caracteres',
  'Remove line breaks and control characters': 'Quite los saltos de línea y los caracteres de control',
  'Check this value': 'Revise este dato',
  'Check what you entered': 'Revise lo que escribió',
  [PHONE_HINT]: 'Escriba un número de teléfono de EE. UU., por ejemplo (208) 555-0172',
  [FEET_HINT]: 'Escriba más de 0 y hasta 100,000 pies, por ejemplo 184 o 212.5',
  [GATES_HINT]: 'Escriba un número entero de puertas de 0 a 100, por ejemplo 1',
  'This isn’t a US phone number': 'Este no es un número de teléfono de EE. UU.',
  'We can’t text toll-free numbers': 'Los números gratuitos no pueden recibir textos',
  'We can’t text premium-rate numbers': 'Los números de tarifa especial no pueden recibir textos',
  'We can’t text personal or machine numbers': 'Los números personales y de máquinas no pueden recibir textos',
  'We can text only numbers in the 50 states, DC and Puerto Rico':
    'Solo los números de los 50 estados, DC y Puerto Rico pueden recibir textos',
  '{code} isn’t a US area code': '{code} no es un código de área de EE. UU.',
  'Choose one of the options in this estimate': 'Elija una de las opciones de este presupuesto',
  'Too many messages. Wait a minute and try again': 'Demasiados mensajes. Espere un minuto e intente otra vez',
  'This conversation has reached its limit of {limit} messages. Please call, or use the form':
    'Esta conversación llegó a su límite de {limit} mensajes. Por favor llame o use el formulario',
  'This page has reached its limit of {limit} conversations. Refresh the page to start a new conversation':
    'Esta página llegó a su límite de {limit} conversaciones. Actualícela para empezar otra',
  'Open the page again to start a conversation': 'Abra la página otra vez para empezar una conversación',
  'This page has been open too long. Refresh it to continue':
    'Esta página lleva mucho tiempo abierta. Actualícela para seguir',
  'This company doesn’t answer questions here. Please use the form':
    'Esta empresa no responde preguntas aquí. Por favor use el formulario',
  'We couldn’t find this conversation': 'No se encontró esta conversación',
  'Write a message': 'Escriba un mensaje',
  'Too many requests. Wait a few minutes and try again':
    'Demasiadas solicitudes. Espere unos minutos e intente otra vez',
  'We couldn’t find this visit': 'No se encontró esta visita',
  'Choose a time': 'Elija una hora',
  'This time is no longer free. Choose another one': 'Esta hora ya no está libre. Elija otra',
  'This time has passed. Choose a later one': 'Esta hora ya pasó. Elija una más tarde',
  'This time is too soon. Choose a later one': 'Esta hora es demasiado pronto. Elija una más tarde',
  'This time is too far ahead. Choose an earlier one': 'Esta hora es demasiado lejana. Elija una más temprano',
  'There are no visits at this time. Choose another one': 'No hay visitas a esta hora. Elija otra',
  'You already have a visit booked': 'Usted ya tiene una visita reservada',
  'This visit is canceled. Book another one': 'Esta visita se canceló. Reserve otra',
  'You changed your visit many times. Please call instead': 'Usted cambió su visita muchas veces. Por favor llame',
  'This visit is over': 'Esta visita ya pasó',
  'It’s too late to change this visit here. Please call': 'Ya es tarde para cambiar esta visita aquí. Por favor llame',
  'A newer estimate was sent. Open that one to book a visit':
    'Se envió un presupuesto más nuevo. Ábralo para reservar una visita',
  'This estimate has expired. Call to book a visit': 'Este presupuesto venció. Llame para reservar una visita',
  'Visits can’t be booked here right now. Please call': 'Por ahora no se pueden reservar visitas aquí. Por favor llame',
  'We couldn’t find this estimate': 'No se encontró este presupuesto',
  'We couldn’t find this contractor': 'No se encontró a este contratista',
  'This form isn’t set up for this website': 'Este formulario no está configurado para este sitio web',
  'Failed to initiate payment. Please try again.': 'No se pudo iniciar el pago. Intente otra vez.',
  'Another payment page was just opened. Use that page, or wait a few seconds and try again':
    'Se acaba de abrir otra página de pago. Use esa página, o espere unos segundos e intente otra vez',
  'The service is restarting. Try again in a moment': 'El servicio se está reiniciando. Intente otra vez en un momento',
  'That request is too large': 'La solicitud es demasiado grande',
  'We couldn’t read the request': 'No pudimos leer la solicitud',
  [UNEXPECTED]: 'Ocurrió un error inesperado',
  ...Object.fromEntries(
    (['checkBox', 'drawAgain', 'chooseOption', 'writeQuestion'] as const).map((key) => [
      calculatedWords('en')[key],
      calculatedWords('es')[key],
    ]),
  ),
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const PATTERNS = Object.entries(SPANISH)
  .filter(([english]) => english.includes('{'))
  .map(([english, spanish]) => ({
    pattern: new RegExp(
      `^${english
        .split(/\{\w+\}/)
        .map(escaped)
        .join('(.{1,40})')}$`,
    ),
    spanish,
  }));

/** Translates an error to Spanish. Returns it unchanged if there's no translation. */
export const inSpanish = (sentence: string): string => {
  const whole = SPANISH[sentence];
  if (whole !== undefined) return whole;
  for (const { pattern, spanish } of PATTERNS) {
    const value = pattern.exec(sentence)?.[1];
    if (value !== undefined) return spanish.replace(/\{\w+\}/, () => value);
  }
  return sentence;
};

/** Returns an error in the homeowner's language. */
export const sayIn = (language: Language | undefined, said: SaidError): SaidError => {
  if (language !== 'es') return said;
  const fields =
    said.fields && Object.fromEntries(Object.entries(said.fields).map(([name, text]) => [name, inSpanish(text)]));
  return { ...said, message: inSpanish(said.message), ...(fields && { fields }) };
};
