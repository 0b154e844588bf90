import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import { formatSignedCents } from '#shared/primitives/cents.ts';
import { fill } from '#shared/primitives/phrase.ts';
import { h, on, onSubmit } from '../dom.ts';
import type { Fence } from '../load-steps.ts';
import type { FirstWords } from '#shared/features/widget/words/first-words.ts';
import type { Draft } from './draft.ts';
import { fenceDrawing } from './fence-drawing.ts';
import { makeField, type Field } from './field.ts';

const MAX_GATES = 100;

export interface FenceStep {
  root: HTMLFormElement;
  perimeter: Field;
  fence(): Fence;
  /** The button that opens the help for measuring the length. */
  help: HTMLElement;
  /** The button that opens the chat. It's in the document only if the company's agent answers. */
  chat: HTMLElement;
  /** Shows the price, or a hint to enter a length if there's no price. */
  price(amount: string | undefined): void;
  say(...parts: (Node | string)[]): void;
}

const stepButton = (sign: string, label: string, change: () => void) => {
  const button = h('button', { type: 'button', 'aria-label': label }, sign);
  on(button, 'click', change);
  return button;
};

/** A counter from 0 to 100 gates, with a minus and a plus button. */
const gateCounter = (words: FirstWords, start: number, changed: () => void) => {
  let gates = start;
  const count = h('output', {}, `${gates}`);
  const turn = (by: number) => () => {
    gates = Math.min(MAX_GATES, Math.max(0, gates + by));
    count.textContent = `${gates}`;
    changed();
  };
  const root = h(
    'div',
    { class: 'f', role: 'group', 'aria-label': words.gates },
    h('span', { class: 'l' }, words.gates),
    h('div', { class: 'st' }, stepButton('−', words.fewer, turn(-1)), count, stepButton('+', words.more, turn(1))),
  );
  return { root, gates: () => gates };
};

/** Cards for choosing a material. Each card shows how much more its material costs than the first one. */
const materialChoice = (
  words: FirstWords,
  { materials, prices }: WidgetConfig,
  { chosen, chat }: { chosen: string | undefined; chat: Node | string },
) => {
  const perFoot = (id = '') => prices?.perFootCents[id] ?? 0;
  const first = materials[0]?.id;
  const start = (materials.find(({ id }) => id === chosen) ?? materials[0])?.id;
  const card = ({ id, name }: WidgetConfig['materials'][number]) => {
    const more = perFoot(id) - perFoot(first);
    const extra = more ? fill(words.perFoot, { amount: formatSignedCents(more) }) : [words.included];
    const input = h('input', { type: 'radio', name: 'material', value: id, checked: id === start });
    return h(
      'label',
      {},
      input,
      h('span', { class: 'm' }, fenceDrawing(name), h('b', {}, name), prices ? h('small', {}, ...extra) : ''),
    );
  };
  return h(
    'fieldset',
    { class: 'f' },
    h('legend', { class: 'l' }, words.material),
    chat,
    h('div', { class: 'ms' }, ...materials.map(card)),
  );
};

/** The first step: length, gates, material, the current price, and the button to continue. */
export const fenceStep = (
  { config, words, draft }: { config: WidgetConfig; words: FirstWords; draft: Draft },
  changed: () => void,
  next: () => void,
): FenceStep => {
  const { materials, prices, instantQuotes } = config;
  const perimeter = makeField('perimeter', {
    label: words.length,
    attributes: { inputmode: 'decimal', autocomplete: 'off', maxlength: '12' },
    unit: words.unit,
  });
  perimeter.input.value = draft['perimeter'] ?? '';
  const counter = gateCounter(words, Number(draft['gates'] ?? 0), changed);
  const help = h('button', { type: 'button', class: 'li', 'aria-expanded': 'false' }, words.unsure);
  perimeter.root.append(help);
  const chat = h('button', { type: 'button', class: 'li' }, config.chat ?? '');
  const way = config.chat ? chat : '';
  const price = h('b', { role: 'status', class: 'no' }, words.empty);
  const problem = h('p', { class: 'f er', role: 'alert' });
  const promise = instantQuotes ? words.later : words.steps;
  const root = h(
    'form',
    { novalidate: true },
    h('div', { class: 'two' }, perimeter.root, counter.root),
    config.materialSelection
      ? materialChoice(words, config, { chosen: draft['materialId'], chat: way })
      : h('div', { class: 'f' }, way, fenceDrawing(materials[0]?.name ?? '')),
    problem,
    h(
      'div',
      { class: 'go' },
      prices ? h('div', {}, h('small', {}, words.price), price) : h('small', {}, promise),
      h('button', { class: 'bt' }, prices ? words.get : words.next),
    ),
  );
  on(root, 'input', changed);
  onSubmit(root, next);
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
    chat,
    price: (amount) => {
      const text = amount ?? words.empty;
      // Unchanged text isn't set again, because screen readers would repeat it.
      if (price.textContent !== text) price.textContent = text;
      price.className = amount === undefined ? 'no' : '';
    },
    say: (...parts) => problem.replaceChildren(...parts),
  };
};
