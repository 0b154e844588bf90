import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';
import type { ChangeWords } from './index.ts';

export const es: ChangeWords = {
  format: formats('es'),
  fact: phrase('{label}: {value}'),
  facts: {
    added: 'Se agrega',
    removed: 'Se quita',
    net: 'Cambio',
    total: 'Nuevo total',
    left: 'Falta por pagar',
    owedBack: phrase('{company} le debe'),
    number: 'Cambio',
    signedBy: 'Firmado por',
    signedOn: 'Firmado el',
  },
  sent: {
    subject: phrase('{company}: un cambio a su trabajo de cerca para firmar'),
    heading: 'Un cambio a su trabajo de cerca',
    hello: phrase('Hola, {name}: {company} anotó un cambio a su presupuesto firmado. Cuenta cuando usted lo firma.'),
    until: phrase('Puede firmarlo hasta el {day}. Sin su firma, nada cambia.'),
    action: 'Leer y firmar el cambio',
    text: phrase(
      'Hola, {name}: {company} tiene un cambio a su trabajo de cerca para firmar: nuevo total {total}. {url}',
    ),
  },
  agreed: {
    subject: phrase('{company}: el nuevo total de su trabajo es {total}'),
    heading: 'Su cambio está firmado',
    headingCredit: 'Su trabajo cuesta menos',
    hello: phrase('Hola, {name}: gracias. Aquí está su copia del cambio firmado.'),
    helloCredit: phrase('Hola, {name}: {company} quitó esto de su trabajo. Usted no tiene que hacer nada.'),
    mayCancel: phrase('Puede cancelar este cambio hasta la medianoche del {day}.'),
    action: 'Ver su presupuesto',
    text: phrase('Hola, {name}: el cambio a su trabajo de cerca ya cuenta. Nuevo total: {total}. {url}'),
  },
  alreadySigned: 'Este cambio ya está firmado',
  declined: phrase('Este cambio fue rechazado. Pida uno nuevo a {company}'),
  canceled: phrase('{company} retiró este cambio'),
  expired: phrase('Este cambio se podía firmar hasta el {day}. Pida uno nuevo a {company}'),
  superseded: phrase('{company} le envió un presupuesto más nuevo. Responda a ese'),
  changed: 'El cambio no es el que usted abrió. Vuelva a cargar la página para verlo',
};
