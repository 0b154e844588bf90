import { parseFeet } from '#shared/primitives/feet.ts';
import { h, on } from '../dom.ts';
import type { StepWords } from '../words/step-words.ts';
import { measureButton } from './measure.ts';
import { type Field, makeField } from './field.ts';

/** The length of a pace in feet. */
const PACE = 2.5;
const SIDE = 60;
const USUAL = [
  ['oneSide', SIDE],
  ['twoSides', 2 * SIDE],
  ['backYard', 3 * SIDE],
] as const;

const panels = new WeakMap<Field, HTMLElement>();

const panelFor = (all: StepWords, field: Field): HTMLElement => {
  const { lengthHelp: words, optional, feet: inFeet } = all;
  const { input, root } = field;
  const set = (feet: number) => {
    input.value = feet ? `${feet}` : '';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const preset = ([name, feet]: (typeof USUAL)[number]) => {
    const button = h('button', { type: 'button', class: 'pr' }, words.usual({ name: words[name], feet: inFeet(feet) }));
    on(button, 'click', () => set(feet));
    return button;
  };
  const paces = makeField('paces', {
    label: words.paces,
    optional,
    attributes: { inputmode: 'numeric', autocomplete: 'off', maxlength: '5' },
    unit: words.pacesUnit,
  });
  on(paces.input, 'input', () => set((parseFeet(paces.input.value) ?? 0) * PACE));
  const panel = h(
    'div',
    { class: 'f' },
    measureButton(all, field) ?? '',
    h('small', {}, words.typical({ side: inFeet(SIDE), pace: inFeet(PACE) })),
    h('div', { class: 'prs' }, ...USUAL.map(preset)),
    paces.root,
  );
  // The panel appears below the field's row.
  root.parentElement?.after(panel);
  panel.hidden = true;
  return panel;
};

/** Shows common lengths and a pace counter. Both can fill in the field. The button opens and closes the panel. */
export const lengthHelp = (words: StepWords, button: HTMLElement, field: Field): void => {
  const panel = panels.get(field) ?? panelFor(words, field);
  panels.set(field, panel);
  panel.hidden = !panel.hidden;
  button.setAttribute('aria-expanded', `${!panel.hidden}`);
};

const FEW = 8;
const MANY = 1000;
const asked = new WeakMap<Field, string>();

/**
 * Asks the homeowner to confirm a length that is unlikely for a yard. Returns true if the question is shown. The
 * question isn't shown twice in a row for the same length, so pressing the button again confirms the length.
 */
export const askUnlikely = ({ lengthHelp: words, feet: inFeet }: StepWords, field: Field): boolean => {
  const { input, message, root } = field;
  const question = root.querySelector('.qu') ?? h('small', { class: 'qu', role: 'status' });
  message.after(question);
  const feet = parseFeet(input.value) ?? 0;
  const unlikely = feet < FEW ? words.tooShort : feet > MANY ? words.tooLong : undefined;
  const isNew = unlikely !== undefined && asked.get(field) !== input.value;
  asked.set(field, input.value);
  question.textContent = isNew ? unlikely({ feet: inFeet(feet) }) : '';
  return isNew;
};
