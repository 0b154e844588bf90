import { expect, test } from 'vitest';
import { joinAddressParts, withoutDoubledTown, zipAtEnd } from './address.ts';

test.each([
  [{ street: '41 Alder Ct', city: 'Boise', state: 'ID' }, '41 Alder Ct, Boise, ID'],
  [{ street: '3 Spruce Ct, Aurora CO', city: 'Aurora', state: 'CO' }, '3 Spruce Ct, Aurora CO'],
  [
    { street: '3 Spruce Ct, Aurora, Colorado 80012', city: 'aurora', state: 'CO' },
    '3 Spruce Ct, Aurora, Colorado 80012',
  ],
  [{ street: '3 Spruce Ct, Aurora', city: 'Aurora', state: 'CO' }, '3 Spruce Ct, Aurora, CO'],
  [{ street: '3 Spruce Ct, Aurora', city: 'Aurora, CO' }, '3 Spruce Ct, Aurora'],
  [{ street: '12 Boise Ave', city: 'Boise', state: 'ID' }, '12 Boise Ave, Boise, ID'],
  [{ street: '1 A St, Coeur d’Alene, ID', city: "Coeur d'Alene", state: 'Idaho' }, '1 A St, Coeur d’Alene, ID'],
  [{ street: '', city: 'Austin', state: 'TX' }, 'Austin, TX'],
  [{ street: '9 Elm St, Boise, ID, USA', city: 'Boise', state: 'ID' }, '9 Elm St, Boise, ID, USA'],
])('%j is %s: the town isn’t doubled', (parts, line) => expect(joinAddressParts(parts)).toBe(line));

test('a ZIP at the end is read, a house number isn’t', () => {
  expect(zipAtEnd('2 Hill Rd, Boise, ID 83704')).toBe('83704');
  expect(zipAtEnd('2 Hill Rd, Boise, ID 83704-1234, USA')).toBe('83704');
  expect(zipAtEnd('83704')).toBeUndefined();
  expect(zipAtEnd('12345 Elm St')).toBeUndefined();
});

test.each([
  ['3 Spruce Ct, Aurora, Aurora, CO', '3 Spruce Ct, Aurora, CO'],
  ['3 Spruce Ct, Aurora CO, Aurora, CO 80012', '3 Spruce Ct, Aurora CO 80012'],
  ['3 Spruce Ct, Aurora, CO 80012, Aurora, CO 80012', '3 Spruce Ct, Aurora, CO 80012'],
  ['3 Spruce Ct Aurora, Aurora, CO', '3 Spruce Ct Aurora, CO'],
  ['1 A St, New York, New York, NY', '1 A St, New York, NY'],
  ['1 A St, New York, New York', '1 A St, New York, New York'],
  ['12 Boise Ave, Boise, ID', '12 Boise Ave, Boise, ID'],
  ['41 Alder Ct, Boise, ID 83702', '41 Alder Ct, Boise, ID 83702'],
  ['Boise, Boise, ID', 'Boise, Boise, ID'],
])('%s is kept as %s', (typed, kept) => expect(withoutDoubledTown(typed)).toBe(kept));
