import { formatFeet, parseFeet } from '#shared/primitives/feet.ts';
import { h, on } from '../dom.ts';
import { type Field, makeField } from './field.ts';

/** Feet of one pace. */
const PACE = 2.5;
const USUAL = [
  ['One side', 60],
  ['Two sides', 120],
  ['Back yard', 180],
] as const;

const panels = new WeakMap<Field, HTMLElement>();

const panelFor = ({ input, root }: Field): HTMLElement => {
  const set = (feet: number) => {
    input.value = feet ? `${feet}` : '';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const preset = ([name, feet]: (typeof USUAL)[number]) => {
    const button = h('button', { type: 'button', class: 'pr' }, `${name}, ${formatFeet(feet)}`);
    on(button, 'click', () => set(feet));
    return button;
  };
  const paces = makeField('paces', {
    label: 'Or count your paces',
    optional: true,
    attributes: { inputmode: 'numeric', autocomplete: 'off', maxlength: '5' },
    unit: 'paces',
  });
  on(paces.input, 'input', () => set((parseFeet(paces.input.value) ?? 0) * PACE));
  const panel = h(
    'div',
    { class: 'f' },
    h('small', {}, `One side of a typical lot is about 60 ft. One pace is about ${PACE} ft.`),
    h('div', { class: 'prs' }, ...USUAL.map(preset)),
    paces.root,
  );
  // below the row of the field
  root.parentElement?.after(panel);
  panel.hidden = true;
  return panel;
};

/** Usual lengths and a count of paces, each filling in the field; the button shows and hides them. */
export const lengthHelp = (button: HTMLElement, field: Field): void => {
  const panel = panels.get(field) ?? panelFor(field);
  panels.set(field, panel);
  panel.hidden = !panel.hidden;
  button.setAttribute('aria-expanded', `${!panel.hidden}`);
};

const FEW = 8;
const MANY = 1000;
const asked = new WeakMap<Field, string>();

/** Asks about a length that hardly any yard has; true where the person has yet to say that it's right by pressing again. */
export const askUnlikely = (field: Field): boolean => {
  const { input, message, root } = field;
  const question = root.querySelector('.qu') ?? h('small', { class: 'qu', role: 'status' });
  message.after(question);
  const feet = parseFeet(input.value) ?? 0;
  const unlikely = feet < FEW ? 'shorter than one section of fence' : feet > MANY ? 'longer than most yards need' : '';
  const isNew = unlikely !== '' && asked.get(field) !== input.value;
  asked.set(field, input.value);
  question.textContent = isNew ? `${formatFeet(feet)} is ${unlikely}. If it's right, press the button again.` : '';
  return isNew;
};
