import { countedIn, phrase } from '#shared/primitives/phrase.ts';

const counted = countedIn('en');

/** English strings for the map that measures a fence. */
export const en = {
  title: 'Measure on a map',
  address: 'Property address',
  addressHint: '120 Main St, Boise',
  noAddress: 'No matching street address. You can still draw on the map or the grid.',
  /** Hints about the next step. */
  start:
    'Enter the property address to see the yard from above, or tap the grid at each corner of your fence. Each small square is 10 feet.',
  tap: 'Tap each corner of your fence. Drag the map to move it.',
  noPictures:
    "We don't have an aerial photo of this property. Tap the grid at each corner of your fence. Each small square is 10 feet.",
  drag: 'Drag a corner to adjust it.',
  tapGate: 'Tap the fence line where the gate goes.',
  tools: 'Drawing tools',
  undo: 'Undo',
  close: 'Close the shape',
  square: 'Square corners',
  addGate: 'Add a gate',
  newRun: 'New run',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  sides: 'Sides and gates',
  keys: 'On the map, arrow keys move a selected corner by 1 foot, or by 10 feet with Shift. Delete removes it.',
  run: phrase('Run {run}'),
  side: phrase('Run {run}, side {side}'),
  corner: phrase('Run {run}, corner {corner}'),
  gateName: phrase('Run {run}, gate {gate}'),
  fromStart: phrase('{feet} ft from the start'),
  feet: phrase('{feet} ft'),
  unit: 'ft',
  kinds: { walk: 'Walk gate', double: 'Double gate' },
  remove: 'Remove',
  removeNamed: phrase('Remove {name}'),
  addGateTo: phrase('Add a gate to {name}'),
  nextSide: 'Next side',
  turn: 'Direction',
  right: 'Turn right',
  left: 'Turn left',
  straight: 'Go straight',
  addSide: 'Add side',
  gates: counted({ none: 'no gates', one: '1 gate', other: '{count} gates' }),
  total: phrase('{feet}, {gates}'),
  use: phrase('Use {feet}'),
  typeInstead: 'Type a length',
};
