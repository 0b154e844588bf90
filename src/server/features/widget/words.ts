import { phrase } from '#shared/primitives/phrase.ts';
import type { Language } from '#shared/primitives/language.ts';

/** The hosted page, the page for frames and the QR sheet in English. */
const en = {
  title: phrase('{company} · Fence price'),
  summary: phrase(
    'Get a fence price from {company} in about a minute: type the length, choose the material, and see what it costs.',
  ),
  heading: 'Get your fence price',
  lead: phrase(
    'Type the length of the fence and choose a material. {company} checks every measurement on site before work starts.',
  ),
  call: phrase('Call {phone}'),
  noScript: phrase('Turn on JavaScript to price your fence with {company}.'),
  area: 'Where we work',
  more: { one: phrase('and {count} more town'), other: phrase('and {count} more towns') },
  hours: 'Hours',
  address: 'Address',
  poweredBy: phrase('Powered by {product}'),
  townNames: phrase('Town names from {source}'),
  privacy: 'Privacy',
  terms: 'Terms',
  page: phrase('Page {page} of {count}'),
  scan: 'Scan for your fence price',
};

/**
 * The wording of the hosted page. English is the reference. Other languages must have the same keys and placeholders to
 * compile.
 */
export type HostedWords = typeof en;

/** The hosted page, the page for frames and the QR sheet in Spanish. */
const es: HostedWords = {
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

const WORDS: Record<Language, HostedWords> = { en, es };

export const hostedWords = (language: Language): HostedWords => WORDS[language];
