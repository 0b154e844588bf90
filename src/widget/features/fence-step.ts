import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import { formatSignedCents } from '#shared/primitives/cents.ts';
import { form, h, on } from '../dom.ts';
import type { Fence } from '../load-steps.ts';
import type { Draft } from './draft.ts';
import { fenceDrawing } from './fence-drawing.ts';
import { makeField, type Field } from './field.ts';

const MAX_GATES = 100;
const TYPE = 'Type a length';

export interface FenceStep {
  root: HTMLFormElement;
  perimeter: Field;
  fence(): Fence;
  /** Opens help with the length. */
  help: HTMLElement;
  /** Shows the price in the foot, or a sentence that something failed. */
  price(words: string | undefined): void;
  say(...words: (Node | string)[]): void;
}

const stepButton = (sign: string, label: string, change: () => void) => {
  const button = h('button', { type: 'button', 'aria-label': label }, sign);
  on(button, 'click', change);
  return button;
};

/** Buttons around a count of 0 to 100 gates. */
const gateCounter = (start: number, changed: () => void) => {
  let gates = start;
  const count = h('output', {}, `${gates}`);
  const turn = (by: number) => () => {
    gates = Math.min(MAX_GATES, Math.max(0, gates + by));
    count.textContent = `${gates}`;
    changed();
  };
  const root = h(
    'div',
    { class: 'f', role: 'group', 'aria-label': 'Gates' },
    h('span', { class: 'l' }, 'Gates'),
    h(
      'div',
      { class: 'st' },
      stepButton('−', 'One gate fewer', turn(-1)),
      count,
      stepButton('+', 'One gate more', turn(1)),
    ),
  );
  return { root, gates: () => gates };
};

/** Cards to choose a material from, with what each costs more than the first. */
const materialChoice = ({ materials, prices }: WidgetConfig, chosen: string | undefined) => {
  const perFoot = (id = '') => prices?.perFootCents[id] ?? 0;
  const first = materials[0]?.id;
  const start = (materials.find(({ id }) => id === chosen) ?? materials[0])?.id;
  const card = ({ id, name }: WidgetConfig['materials'][number]) => {
    const more = perFoot(id) - perFoot(first);
    const words = h('small', {}, more ? `${formatSignedCents(more)} per ft` : 'Included');
    const input = h('input', { type: 'radio', name: 'material', value: id, checked: id === start });
    return h('label', {}, input, h('span', { class: 'm' }, fenceDrawing(name), h('b', {}, name), prices ? words : ''));
  };
  return h(
    'fieldset',
    { class: 'f' },
    h('legend', { class: 'l' }, 'Material'),
    h('div', { class: 'ms' }, ...materials.map(card)),
  );
};

/** Step one: length, gates, material, the price as it stands in the foot, and the way on. */
export const fenceStep = (config: WidgetConfig, draft: Draft, changed: () => void, next: () => void): FenceStep => {
  const { materials, prices, instantQuotes } = config;
  const perimeter = makeField('perimeter', {
    label: 'Length of fence',
    attributes: { inputmode: 'decimal', autocomplete: 'off', maxlength: '12' },
    unit: 'ft',
  });
  perimeter.input.value = draft['perimeter'] ?? '';
  const counter = gateCounter(Math.min(MAX_GATES, Number.parseInt(draft['gates'] ?? '', 10) || 0), changed);
  const help = h('button', { type: 'button', class: 'li', 'aria-expanded': 'false' }, 'Not sure?');
  perimeter.root.append(help);
  const price = h('b', { role: 'status', class: 'no' }, TYPE);
  const problem = h('p', { class: 'f er', role: 'alert' });
  const promise = instantQuotes ? 'Your price comes after the next step.' : 'Two short steps.';
  const root = form(
    h('div', { class: 'two' }, perimeter.root, counter.root),
    config.materialSelection
      ? materialChoice(config, draft['materialId'])
      : h('div', { class: 'f' }, fenceDrawing(materials[0]?.name ?? '')),
    problem,
    h(
      'div',
      { class: 'go' },
      prices ? h('div', {}, h('small', {}, 'Estimated price'), price) : h('small', {}, promise),
      h('button', { class: 'bt' }, prices ? 'Get my estimate' : 'Next'),
    ),
  );
  on(root, 'input', changed);
  on(root, 'submit', (event) => {
    event.preventDefault();
    next();
  });
  return {
    root,
    perimeter,
    fence: () => {
      const picked = root.querySelector<HTMLInputElement>(':checked')?.value;
      const material = materials.find(({ id }) => id === picked) ?? materials[0];
      return {
        length: perimeter.input.value,
        gates: counter.gates(),
        materialId: material?.id,
        materialName: material?.name ?? '',
      };
    },
    help,
    price: (words = TYPE) => {
      // resetting it would repeat the announcement
      if (price.textContent !== words) price.textContent = words;
      price.className = words === TYPE ? 'no' : '';
    },
    say: (...words) => problem.replaceChildren(...words),
  };
};
