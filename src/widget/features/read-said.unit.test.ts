import { describe, expect, it } from 'vitest';
import { readSaid } from './read-said.ts';

const MATERIALS = [
  { id: 'wood', name: '6ft Wood Picket' },
  { id: 'vinyl', name: 'Vinyl' },
  { id: 'metal', name: 'Black Metal' },
];

describe('values that a conversation provides for the form', () => {
  it.each([
    [['150 ft of 6 foot vinyl with 2 gates'], { feet: '150', materialId: 'vinyl', gates: 2 }],
    [['about 1,200.5 feet', 'no gates please'], { feet: '1200.5', gates: 0 }],
    [['90 ft of wood', 'make it metal, 100 feet'], { feet: '100', materialId: 'metal' }],
    [
      ['I’m Dana Reyes, dana@example.com or 208-555-0142'],
      { name: 'Dana Reyes', email: 'dana@example.com', phone: '208-555-0142' },
    ],
    [['Me llamo Luis Ortega. Necesito 80 pies con una puerta'], { name: 'Luis Ortega', feet: '80', gates: 1 }],
    [['I’m looking for a fence, do you have hours on Sunday?'], {}],
    [['6 foot tall'], {}],
    [['I am Dana Reyes and need it soon'], { name: 'Dana Reyes' }],
  ])('%j', (messages, said) => {
    expect(readSaid(messages, MATERIALS)).toEqual(said);
  });
});
