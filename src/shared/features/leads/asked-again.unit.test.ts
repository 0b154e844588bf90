import { describe, expect, it } from 'vitest';
import { askedAgainNote, correctedPerson, isSamePerson, joinedLead, type Person } from './asked-again.rules.ts';
import type { Mergeable } from './merge.rules.ts';

const dana: Person = { name: 'Dana Whitfield', email: 'dana@example.com', phone: '+12085550172' };
const [phone, email, name] = ['+12085550199', 'dan@example.com', 'Robin Palmer'];

describe('the same person', () => {
  it.each<[boolean, string, Person]>([
    [true, 'the same email', { name, email: dana.email, phone }],
    [true, 'the same phone and name', { ...dana, email }],
    [true, 'the same phone and name, spelled otherwise', { ...dana, email, name: '  DANA  whitfield ' }],
    [false, 'the same phone alone', { ...dana, email, name }],
    [false, 'the same name alone', { ...dana, email, phone }],
    [false, 'the same name without any phone', { ...dana, email, phone: null }],
    [false, 'another email and another phone', { name, email, phone }],
  ])('%s: %s', (same, _, other) => expect(isSamePerson(dana, other)).toBe(same));

  it('two missing phones don’t match', () => {
    expect(isSamePerson({ ...dana, phone: null }, { ...dana, email, phone: null })).toBe(false);
  });
});

describe('a correction keeps two of name, email and phone', () => {
  it.each<[string, Person, Person, Person]>([
    ['an email', dana, { ...dana, email }, { ...dana, email }],
    ['a phone', dana, { ...dana, phone }, { ...dana, phone }],
    ['a name', dana, { ...dana, name }, { ...dana, name }],
    ['a phone that was missing', { ...dana, phone: null }, { ...dana, name }, { ...dana }],
    ['a phone that is missing now', dana, { ...dana, phone: null }, dana],
    ['neither phone nor name with one email', dana, { ...dana, phone, name }, dana],
    ['no name without a phone', { ...dana, phone: null }, { ...dana, name, phone: null }, { ...dana, phone: null }],
    ['no spelling of a name', dana, { ...dana, name: 'DANA WHITFIELD' }, dana],
  ])('%s', (_, lead, request, after) => expect(correctedPerson(lead, request)).toEqual(after));
});

describe('a repeated request', () => {
  const lead: Mergeable = {
    ...dana,
    address: '118 Larkmeadow Ct',
    zip: '83702',
    perimeter: 184,
    gateCount: 1,
    materialId: 'wood',
    materialType: 'Wood',
    quoteCents: 100,
    measured: null,
    notes: 'Two dogs',
  };
  const request: Mergeable = {
    ...lead,
    address: null,
    zip: null,
    perimeter: 200,
    gateCount: 2,
    materialId: 'vinyl',
    materialType: 'Vinyl',
    quoteCents: 200,
    measured: { drawing: null, runs: [{ feet: 200 }], gates: [] },
    notes: 'Gate on the left',
  };

  it('replaces the fence, keeps values not given again, and appends the notes', () => {
    expect(joinedLead(lead, request, { keepFence: false })).toEqual({
      ...request,
      address: '118 Larkmeadow Ct',
      zip: '83702',
      notes: 'Two dogs\n\nGate on the left',
    });
    expect(joinedLead(lead, { ...request, address: '9 Elm St' }, { keepFence: false })).toMatchObject({
      address: '9 Elm St',
      zip: null,
    });
    expect(joinedLead(lead, { ...request, notes: 'Two dogs' }, { keepFence: false }).notes).toBe('Two dogs');
  });

  it('keeps the fence after an estimate was sent', () => {
    expect(joinedLead(lead, request, { keepFence: true })).toMatchObject({ perimeter: 184, quoteCents: 100 });
  });

  it('shows the changes, the previous values, and the values that aren’t on the lead', () => {
    const note = (asked: Mergeable, keepFence = false) =>
      askedAgainNote(lead, asked, joinedLead(lead, asked, { keepFence }));
    expect(note({ ...lead, notes: '' })).toBe('Sent the form again.');
    expect(note(request)).toBe(
      'Sent the form again. Changed: 200 ft (was 184 ft), 2 gates (was 1 gate), Vinyl (was Wood).',
    );
    expect(note({ ...lead, email })).toBe('Sent the form again. Changed: dan@example.com (was dana@example.com).');
    expect(note({ ...lead, name, phone, perimeter: 200 }, true)).toBe(
      'Sent the form again. Not changed on the lead: Robin Palmer, (208) 555-0199, 200 ft.',
    );
    expect(note({ ...lead, notes: 'x'.repeat(4_000) })).toBe(`Sent the form again. Notes: ${'x'.repeat(4_000)}`);
  });
});
