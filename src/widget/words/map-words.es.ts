import { countedIn, phrase } from '#shared/primitives/phrase.ts';
import type { MapWords } from './map-words.ts';

const counted = countedIn('es');

/** Spanish strings for the map that measures a fence. */
export const es: MapWords = {
  title: 'Medir en un mapa',
  address: 'Dirección del trabajo',
  addressHint: 'Ej.: 120 Main St, Boise',
  noAddress: 'No encontramos esa dirección. Puede dibujar en el mapa o en la cuadrícula de todos modos.',
  start:
    'Escriba su dirección para ver su terreno desde arriba, o toque las esquinas en la cuadrícula. Los cuadros pequeños miden 10 pies.',
  tap: 'Toque cada esquina de su cerca. Arrastre el mapa para moverlo.',
  noPictures:
    'No podemos mostrar una foto de este lugar. Toque las esquinas en la cuadrícula. Los cuadros pequeños miden 10 pies.',
  drag: 'Arrastre una esquina para ajustarla.',
  tapGate: 'Toque la línea de la cerca donde va la puerta.',
  tools: 'Herramientas de dibujo',
  undo: 'Deshacer',
  close: 'Cerrar el contorno',
  square: 'Esquinas rectas',
  addGate: 'Agregar puerta',
  newRun: 'Nuevo tramo',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  sides: 'Lados y puertas',
  keys: 'En el mapa, las flechas mueven la esquina seleccionada 1 pie, o 10 pies con Mayús. Suprimir la quita.',
  run: phrase('Tramo {run}'),
  side: phrase('Tramo {run}, lado {side}'),
  corner: phrase('Tramo {run}, esquina {corner}'),
  gateName: phrase('Tramo {run}, puerta {gate}'),
  fromStart: phrase('a {feet} pies del inicio'),
  feet: phrase('{feet} pies'),
  unit: 'pies',
  kinds: { walk: 'Puerta peatonal', double: 'Puerta doble' },
  remove: 'Quitar',
  removeNamed: phrase('Quitar {name}'),
  addGateTo: phrase('Agregar una puerta a {name}'),
  nextSide: 'Siguiente lado',
  turn: 'Dirección',
  right: 'A la derecha',
  left: 'A la izquierda',
  straight: 'Derecho',
  addSide: 'Agregar lado',
  gates: counted({ none: 'sin puertas', one: '1 puerta', other: '{count} puertas' }),
  total: phrase('{feet}, {gates}'),
  use: phrase('Usar {feet}'),
  typeInstead: 'Escribir el largo',
};
