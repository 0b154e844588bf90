import { phrase } from '#shared/primitives/phrase.ts';
import type { HostedWords } from './index.ts';

/** The hosted page, the page for frames and the QR sheet in Spanish. */
export const es: HostedWords = {
  title: phrase('{company} · Precio de cercas'),
  summary: phrase(
    'Obtenga el precio de su cerca con {company} en un minuto: escriba el largo, elija el material y vea cuánto cuesta.',
  ),
  heading: 'Vea el precio de su cerca',
  lead: phrase(
    'Escriba el largo de la cerca y elija un material. {company} revisa todas las medidas en el lugar antes de empezar.',
  ),
  call: phrase('Llamar al {phone}'),
  noScript: phrase('Active JavaScript para ver el precio de su cerca con {company}.'),
  area: 'Dónde trabajamos',
  more: { one: phrase('y {count} ciudad más'), other: phrase('y {count} ciudades más') },
  hours: 'Horario',
  address: 'Dirección',
  poweredBy: phrase('Con tecnología de {product}'),
  townNames: phrase('Nombres de ciudades de {source}'),
  privacy: 'Privacidad',
  terms: 'Términos',
  page: phrase('Página {page} de {count}'),
  scan: 'Escanee para ver el precio de su cerca',
};
