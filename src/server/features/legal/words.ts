import { phrase } from '#shared/primitives/phrase.ts';
import type { Language } from '#shared/primitives/language.ts';

/** The Privacy and Terms pages in English. */
const en = {
  updated: phrase('Updated {day}. Questions? Email {email}.'),
  privacy: {
    title: 'Privacy',
    intro: phrase(
      '{product} is software that fence contractors use to answer people who ask them for a price. When you ask a contractor for an estimate, that contractor decides how your details are used. {product} stores and processes them for the contractor.',
    ),
    kept: 'What we keep',
    keptItems: [
      'What you enter: your name, email address, phone number, the job’s street address and ZIP code, and details about the fence.',
      'Estimates, messages in both directions, and when an estimate was opened.',
      'If you agreed to texts: the wording you saw, the page, the time, your IP address and your browser. The law requires this record.',
      'From contractors: their account, company, prices and settings.',
    ],
    use: 'What we use it for',
    useText:
      'We use it to price your fence, send you the estimate, follow up about it, and let you and the contractor message each other. We don’t sell it, and we don’t use it for anyone else’s advertising.',
    texts: 'Text messages',
    textsText:
      'Mobile numbers and consent to texts are not shared with third parties or affiliates for marketing. We pass them only to the services that deliver the texts. Reply STOP to a text to stop all texts from that contractor, START to get them again, HELP for help. Message and data rates may apply.',
    others: 'Who else sees it',
    othersText: phrase(
      'The contractor you asked, and the services that {product} runs on: hosting, text delivery, email delivery and card payments, plus an AI service if the contractor’s automated assistant uses one. Each sees only what it needs.',
    ),
    cookies: 'Cookies',
    cookiesText:
      'The form on a contractor’s site and the estimate page set no cookies. The dashboard sets one cookie to keep contractors signed in, and another to remember whether the side menu is open.',
    choices: 'Your choices',
    choicesText: phrase(
      'Every follow-up email has an unsubscribe link. We keep a record of your opt-out so we don’t message you again. To see, correct or delete your details, ask the contractor or email {email}.',
    ),
  },
  terms: {
    title: 'Terms',
    estimate: 'If you ask for an estimate',
    estimateText: phrase(
      'The price that the form shows is the contractor’s estimate, based on what you entered. The contractor confirms it on site. Your agreement about the fence is with the contractor, on the terms in the estimate. {product} is not a party to it.',
    ),
    texts: 'Texts',
    textsText: phrase(
      'If you check the box, the contractor may send automated texts about your estimate to the number you entered, including follow-ups and offers: at most 8 per estimate, and at most 3 in 24 hours. Consent is not a condition of purchase. Message and data rates may apply. Carriers are not liable for delayed or undelivered messages. Reply STOP to stop the texts, HELP for help, or email {email}.',
    ),
    contractor: 'If you’re a contractor',
    yourCustomers: phrase(
      'Use {product} to message only your own customers, and only people who contacted you or agreed to hear from you.',
    ),
    consent: phrase(
      'You record consent truthfully. {product} won’t text people without their consent, outside legal texting hours, or after they opt out.',
    ),
    plans:
      'Plans renew until you cancel. After you cancel, your plan works through the end of the period you paid for. Lead credits don’t expire.',
    data: 'Your data is yours. You can export your leads at any time.',
    asIs: phrase('{product} is offered as is. It doesn’t replace legal advice on your contracts.'),
    seePrivacy: phrase('How we handle data: {privacy}.'),
  },
};

/**
 * The wording of the legal pages. English is the reference. Other languages must have the same keys and placeholders to
 * compile.
 */
export type LegalWords = typeof en;

/** The Privacy and Terms pages in Spanish. */
const es: LegalWords = {
  updated: phrase('Actualizado el {day}. ¿Preguntas? Escriba a {email}.'),
  privacy: {
    title: 'Privacidad',
    intro: phrase(
      '{product} es un programa que usan los contratistas de cercas para responder a quienes les piden un precio. Cuando usted le pide un presupuesto a un contratista, ese contratista decide cómo se usan sus datos. {product} los guarda y los procesa para el contratista.',
    ),
    kept: 'Qué se guarda',
    keptItems: [
      'Lo que usted escribe: nombre, correo electrónico, número de teléfono, dirección y código postal del trabajo, y lo que cuenta sobre la cerca.',
      'Los presupuestos, los mensajes en ambos sentidos y cuándo se abrió un presupuesto.',
      'Si aceptó recibir mensajes de texto: las palabras que vio, la página, la hora, su dirección IP y su navegador. La ley exige este registro.',
      'De los contratistas: su cuenta, empresa, precios y configuración.',
    ],
    use: 'Para qué se usa',
    useText:
      'Para calcular el precio de su cerca, enviarle el presupuesto, darle seguimiento y permitir que usted y el contratista se escriban. No se vende y no se usa para la publicidad de nadie más.',
    texts: 'Mensajes de texto',
    textsText:
      'Los números de celular y el consentimiento para recibir textos no se comparten con terceros ni afiliados con fines de mercadotecnia. Solo se entregan a los servicios que envían los textos. Responda STOP a un texto para detener todos los textos de ese contratista, START para recibirlos de nuevo y HELP para ayuda. Pueden aplicar cargos por mensajes y datos.',
    others: 'Quién más los ve',
    othersText: phrase(
      'El contratista al que usted preguntó y los servicios con los que funciona {product}: alojamiento, envío de textos, envío de correos, pagos con tarjeta y, si el asistente automático del contratista usa uno, un servicio de inteligencia artificial. Cada uno ve solo lo que necesita.',
    ),
    cookies: 'Cookies',
    cookiesText:
      'El formulario en el sitio de un contratista y la página del presupuesto no usan ninguna. El panel usa una para mantener la sesión de los contratistas y otra que recuerda si el menú lateral está abierto.',
    choices: 'Sus opciones',
    choicesText: phrase(
      'Cada correo de seguimiento tiene un enlace que los detiene. Para ver, corregir o borrar lo que se guarda sobre usted, pregunte al contratista o escriba a {email}. Guardamos un registro de su baja para no volver a escribirle.',
    ),
  },
  terms: {
    title: 'Términos',
    estimate: 'Si usted pide un presupuesto',
    estimateText: phrase(
      'El precio que muestra el formulario es el presupuesto del contratista según lo que usted escribió; el contratista lo confirma en el lugar. Su acuerdo sobre la cerca es con el contratista, según los términos del presupuesto. {product} no es parte de él.',
    ),
    texts: 'Mensajes de texto',
    textsText: phrase(
      'Si marca la casilla, el contratista puede enviar textos automáticos sobre su presupuesto al número que usted escribió, incluidos seguimientos y ofertas: como máximo 8 por presupuesto y 3 en 24 horas. Marcarla no es condición para comprar nada. Pueden aplicar cargos por mensajes y datos. Las compañías telefónicas no son responsables de los mensajes retrasados o no entregados. Responda STOP para detenerlos, HELP para ayuda, o escriba a {email}.',
    ),
    contractor: 'Si usted es contratista',
    yourCustomers: phrase(
      'Usted usa {product} para sus propios clientes, y solo con personas que le preguntaron o que aceptaron recibir sus mensajes.',
    ),
    consent: phrase(
      'Usted registra el consentimiento con la verdad. {product} no envía textos a quienes no dieron su consentimiento, fuera del horario legal ni a quienes pidieron no recibir más.',
    ),
    plans:
      'Los planes se renuevan hasta que usted los cancela; lo que se pagó se puede usar hasta el final del período. Los créditos por cliente potencial no vencen.',
    data: 'Sus datos son suyos. Puede exportar sus clientes potenciales en cualquier momento.',
    asIs: phrase('{product} se ofrece tal como es. No reemplaza la asesoría legal sobre sus contratos.'),
    seePrivacy: phrase('Cómo manejamos los datos: {privacy}.'),
  },
};

const WORDS: Record<Language, LegalWords> = { en, es };

export const legalWords = (language: Language): LegalWords => WORDS[language];
