import type { Language } from '#shared/primitives/language.ts';
import { phrase } from '#shared/primitives/phrase.ts';

/** The words around a list of materials, which the crew reads in its own language. */
const en = {
  title: 'List of materials',
  language: 'Language of the list',
  estimate: phrase('Estimate {number}'),
  option: 'Option',
  posts: 'Posts',
  all: 'Everything to load',
  loaded: phrase('{done} of {count} loaded'),
  nothing: 'Nothing can be counted yet.',
  byRun: 'By run',
  run: phrase('Run {number}'),
  sections: phrase('{feet}, {count} sections'),
  oneSection: phrase('{feet}, 1 section'),
  rules: 'How this is counted',
  print: 'Print',
  download: 'Download CSV',
  untick: 'Uncheck all',
  item: 'Item',
  quantity: 'Quantity',
  unit: 'Unit',
  where: 'Where',
  rounding: 'Each run is rounded up on its own, so the runs can add up to more than the whole list.',
};

const es: typeof en = {
  title: 'Lista de materiales',
  language: 'Idioma de la lista',
  estimate: phrase('Presupuesto {number}'),
  option: 'Opción',
  posts: 'Postes',
  all: 'Todo para cargar',
  loaded: phrase('{done} de {count} cargados'),
  nothing: 'Todavía no se puede contar nada.',
  byRun: 'Por tramo',
  run: phrase('Tramo {number}'),
  sections: phrase('{feet}, {count} secciones'),
  oneSection: phrase('{feet}, 1 sección'),
  rules: 'Cómo se cuenta',
  print: 'Imprimir',
  download: 'Descargar CSV',
  untick: 'Desmarcar todo',
  item: 'Artículo',
  quantity: 'Cantidad',
  unit: 'Unidad',
  where: 'Dónde',
  rounding: 'Cada tramo se redondea por separado, así que los tramos pueden sumar más que la lista completa.',
};

export type MaterialsWords = typeof en;
const WORDS: Record<Language, MaterialsWords> = { en, es };
export const materialsWords = (language: Language): MaterialsWords => WORDS[language];
