import { cornersOf, GATE_KINDS, sidesOf, toTenths } from '#shared/features/drawing/fence-line.ts';
import { formatNumber, parseFeet } from '#shared/primitives/feet.ts';
import { h, on } from '../dom.ts';
import type { MapWords } from '../words/map-words.ts';
import type { FenceModel } from './fence-model.ts';

const button = (text: string, press: () => void, label?: string): HTMLButtonElement => {
  const root = h('button', { type: 'button', class: 'sb', ...(label ? { 'aria-label': label } : {}) }, text);
  on(root, 'click', press);
  return root;
};

const feetInput = (id: string, value: string): HTMLInputElement =>
  h('input', { id, value, inputmode: 'decimal', autocomplete: 'off', maxlength: 8 });

/** A side's name and an input for its length. A closed run's sides are read-only because they depend on one another. */
const sideRow = (words: MapWords, model: FenceModel, at: { run: number; side: number; feet: number }): HTMLElement => {
  const { run, side } = at;
  const name = words.side({ run: run + 1, side: side + 1 });
  const feet = formatNumber(toTenths(at.feet));
  if (model.lines()[run]?.closed)
    return h('div', { class: 'sr' }, h('span', {}, name), h('b', {}, words.feet({ feet })));
  const id = `side-${run}-${side}`;
  const input = feetInput(id, feet);
  on(input, 'change', () => {
    const length = parseFeet(input.value);
    if (length !== undefined) model.setSide(run, side, length);
    else input.value = feet;
  });
  return h(
    'div',
    { class: 'sr' },
    h('label', { for: id }, name),
    h('div', { class: 'u' }, input, h('span', {}, words.unit)),
  );
};

const gateRow = (words: MapWords, model: FenceModel, at: { run: number; gate: number }): HTMLElement => {
  const { run, gate } = at;
  const { kind, atFeet } = model.lines()[run]?.gates[gate] ?? { kind: 'walk', atFeet: 0 };
  const name = words.gateName({ run: run + 1, gate: gate + 1 });
  const where = words.fromStart({ feet: formatNumber(Math.round(atFeet)) });
  const choose = h(
    'select',
    { 'aria-label': `${name}, ${where}` },
    ...GATE_KINDS.map((each) => h('option', { value: each, selected: each === kind }, words.kinds[each])),
  );
  on(choose, 'change', () => model.setGateKind(run, gate, choose.value));
  return h(
    'div',
    { class: 'sr' },
    h('span', {}, name, h('small', {}, where)),
    choose,
    button(words.remove, () => model.removeGate(run, gate), words.removeNamed({ name })),
  );
};

/** A form that adds a side by its length and turn, for people who can't use a pointer. */
const addSide = (words: MapWords, model: FenceModel): HTMLElement => {
  const input = feetInput('next-side', '');
  const turn = h(
    'select',
    { id: 'next-turn' },
    h('option', { value: '1' }, words.right),
    h('option', { value: '-1' }, words.left),
    h('option', { value: '0' }, words.straight),
  );
  const add = () => {
    const feet = parseFeet(input.value);
    input.setAttribute('aria-invalid', `${feet === undefined}`);
    if (feet === undefined) return input.focus();
    model.addSide(feet, Number(turn.value) as -1 | 0 | 1);
    input.value = '';
    input.focus();
  };
  on(input, 'keydown', (event) => {
    if ((event as KeyboardEvent).key !== 'Enter') return;
    event.preventDefault();
    add();
  });
  return h(
    'div',
    { class: 'as' },
    h(
      'div',
      {},
      h('label', { for: 'next-side' }, words.nextSide),
      h('div', { class: 'u' }, input, h('span', {}, words.unit)),
    ),
    h('div', {}, h('label', { for: 'next-turn' }, words.turn), turn),
    button(words.addSide, add),
  );
};

/** The sides and gates as a list, so that everything that can be drawn can also be typed. */
export const sidesPanel = (words: MapWords, model: FenceModel): { root: HTMLElement; update: () => void } => {
  const rows = h('div', {});
  const root = h(
    'details',
    { class: 'sd' },
    h('summary', {}, words.sides),
    rows,
    addSide(words, model),
    h('small', {}, words.keys),
  );
  const runRows = (run: number): HTMLElement[] => {
    const line = model.lines()[run];
    if (!line || line.points.length === 0) return [];
    const name = words.run({ run: run + 1 });
    return [
      h(
        'div',
        { class: 'sr sh' },
        h('b', {}, name),
        cornersOf(line).length > 1 ? button(words.addGate, () => model.addGateTo(run), words.addGateTo({ name })) : '',
        button(words.remove, () => model.removeRun(run), words.removeNamed({ name })),
      ),
      ...sidesOf(line).map((feet, side) => sideRow(words, model, { run, side, feet })),
      ...line.gates.map((_, gate) => gateRow(words, model, { run, gate })),
    ];
  };
  return {
    root,
    update: () => {
      const focused = (root.getRootNode() as ShadowRoot | Document).activeElement;
      const { id } = rows.contains(focused) && focused ? focused : { id: '' };
      rows.replaceChildren(...model.lines().flatMap((_, run) => runRows(run)));
      if (id) rows.querySelector<HTMLElement>(`[id="${id}"]`)?.focus();
    },
  };
};
