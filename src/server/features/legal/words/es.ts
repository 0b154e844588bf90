import { phrase } from '#shared/primitives/phrase.ts';
import type { LegalWords } from './index.ts';

/** The Privacy and Terms pages in Spanish. */
export const es: LegalWords = {
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
