import { describe, expect, it } from 'vitest';
import { addEdits, afterSaving, changedElsewhere, layOver, readEdits, unsavedFields } from './edits.ts';

const stored = { base: '7.62', gate: '300' };

describe('a settings form that others may change at the same time', () => {
  it('follows saved values in untouched fields, and keeps typed ones', () => {
    const edits = addEdits(stored, {}, { base: '8.00' });
    expect(layOver({ base: '7.62', gate: '350' }, edits)).toEqual({ base: '8.00', gate: '350' });
    expect(changedElsewhere({ base: '7.62', gate: '350' }, edits)).toEqual([]);
  });
  it('names a field that was changed both here and elsewhere', () => {
    const edits = addEdits(stored, addEdits(stored, {}, { base: '8' }), { base: '8.00' });
    expect(changedElsewhere({ ...stored, base: '9.00' }, edits)).toEqual(['base']);
    expect(changedElsewhere({ ...stored, base: '8.00' }, edits)).toEqual([]);
  });
  it('has nothing to save once a field equals its saved value', () => {
    const edits = addEdits(stored, addEdits(stored, {}, { base: '8.00' }), { base: '7.62' });
    expect(edits).toEqual({});
    expect(unsavedFields({ ...stored, base: '8.00' }, addEdits(stored, {}, { base: '8.00' }))).toEqual([]);
  });
  it('keeps only the values typed during a save', () => {
    const edits = addEdits(stored, {}, { base: '8.00 ', gate: '350' });
    const saved = { sent: { base: '8.00 ', gate: '320' }, stored: { base: '8.00', gate: '320' } };
    expect(afterSaving(saved, edits)).toEqual({ gate: { from: '320', to: '350' } });
  });
  it('restores only its own draft after a sign-in', () => {
    const edits = addEdits(stored, {}, { gate: '1' });
    expect(readEdits(JSON.parse(JSON.stringify(edits)), stored)).toEqual(edits);
    expect(readEdits({ other: { from: 'a', to: 'b' }, base: { from: 1, to: 2 }, gate: 'x' }, stored)).toEqual({});
    expect(readEdits('nonsense', stored)).toEqual({});
  });
});
