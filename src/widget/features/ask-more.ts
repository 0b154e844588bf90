import type { Measured } from '#shared/features/drawing/measured.ts';
import { parseFeet } from '#shared/primitives/feet.ts';
import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import { h, on } from '../dom.ts';
import type { Fence } from '../load-steps.ts';
import type { StepWords } from '../words/step-words.ts';
import { checksIn, isFine, show, watch } from './checks.ts';
import type { Draft } from './draft.ts';
import { type Field, makeField } from './field.ts';
import { measuredIn } from './drawn.ts';

/** The most gates whose kind is asked for. Any further gates are of the usual kind. */
const MOST_ASKED = 8;

interface Asking {
  config: WidgetConfig;
  words: StepWords;
  draft: Draft;
  /** The length field of the first step, which the questions are added to. */
  perimeter: Field;
  fence: () => Fence;
}

/** The questions about the fence that the company's price book can price. */
export interface MoreAsked {
  /** Returns what to send with the lead besides length, material and number of gates, for a fence. */
  described: (fence: Fence) => Partial<Measured>;
  /** Whether every answer is valid. If not, the field shows why. */
  isFine: () => boolean;
  /** Shows the server's error at its field. Returns whether one of these fields has that path. */
  refused: (path: string, message: string) => boolean;
}

const asked = new WeakMap<WidgetConfig, MoreAsked>();
const byField = new WeakMap<Field, MoreAsked>();

/** Returns what was answered about a fence. Empty before the second script has asked. */
export const describedIn = (config: WidgetConfig, fence: Fence): Partial<Measured> =>
  asked.get(config)?.described(fence) ?? {};
/** Whether the answers beside this length field are valid. */
export const isMoreFine = (perimeter: Field): boolean => byField.get(perimeter)?.isFine() ?? true;

/** Creates a label and a select, with an element for its error. */
const choiceField = (name: string, label: string): Field => {
  const input = h('select', { id: name, name, 'aria-describedby': `${name}-e` });
  const message = h('p', { class: 'er', id: `${name}-e` });
  const caption = h('label', { for: name }, label);
  return { root: h('div', { class: 'f' }, caption, h('div', { class: 'u' }, input), message), input, message };
};

/** Sets a select's options, and keeps the chosen one if it's still among them. */
const offer = ({ input }: Field, options: readonly [value: string, text: string][], chosen: string): void => {
  const known = options.some(([value]) => value === chosen) ? chosen : (options[0]?.[0] ?? '');
  input.replaceChildren(...options.map(([value, text]) => h('option', { value, selected: value === known }, text)));
  input.value = known;
};

/**
 * Adds the questions for height, kinds of gates and removal to the first step, each only if the price book has it. A
 * height is asked for if the chosen material has prices by height.
 */
export const askMore = ({ config, words, draft, perimeter, fence }: Asking): MoreAsked => {
  const { heights = [], gateKinds = [], removal: takesAway } = config;
  const height = choiceField('height', words.height);
  const removal = makeField('removal', {
    label: words.removal,
    optional: words.optional,
    attributes: { inputmode: 'decimal', autocomplete: 'off', maxlength: '12' },
    unit: words.unit,
  });
  const kinds = Array.from({ length: gateKinds.length > 0 ? MOST_ASKED : 0 }, (_, index) =>
    choiceField(`gate${index}`, words.gateKind({ number: index + 1 })),
  );
  const root = h('div', { class: 'mo' }, height.root, ...kinds.map((kind) => kind.root), takesAway ? removal.root : '');
  const { perimeter: checkFeet } = checksIn(words);
  const check = (text: string) => (text.trim() === '' ? '' : checkFeet(text));
  watch(removal, check);
  removal.input.value = draft['removal'] ?? '';

  const heightsOf = (materialId: string | undefined): number[] =>
    heights.flatMap((one) => (one.materialId === materialId ? [one.heightFt] : [])).sort((one, other) => one - other);
  const update = () => {
    const { materialId, gates } = fence();
    const known = heightsOf(materialId);
    height.root.hidden = known.length === 0;
    const options = known.map((feet): [string, string] => [`${feet}`, words.feet(feet)]);
    offer(height, [['', words.anyHeight], ...options], draft['height'] ?? '');
    for (const [index, kind] of kinds.entries()) {
      kind.root.hidden = index >= gates;
      if (kind.input.children.length === 0)
        offer(
          kind,
          gateKinds.map(({ key, label }) => [key, label]),
          draft[kind.input.name] ?? '',
        );
    }
    root.hidden = height.root.hidden && !takesAway && (kinds.length === 0 || gates === 0);
  };
  const { form } = perimeter.input;
  if (form) {
    form.querySelector('.er[role]')?.before(root);
    // Runs before the form's own listener, which stores the draft and computes the price.
    const keep = () => {
      for (const { input } of [height, removal, ...kinds]) draft[input.name] = input.value;
      update();
    };
    form.addEventListener('input', keep, true);
    // The buttons change the number of gates before this runs.
    on(form, 'click', update);
  }
  update();

  const more: MoreAsked = {
    described: (now) => {
      const drawn = measuredIn(draft, now);
      const heightFt = Number(height.root.hidden ? 0 : height.input.value);
      const feet = parseFeet(now.length);
      const sides = drawn.runs?.length ? drawn.runs : feet === undefined ? [] : [{ feet }];
      const removalFeet = takesAway ? parseFeet(removal.input.value) : undefined;
      const gates = Array.from({ length: now.gates }, (_, index) => ({
        kind: kinds[index]?.input.value || gateKinds[0]?.key || '',
      }));
      return {
        ...drawn,
        ...(heightFt > 0 && heightsOf(now.materialId).includes(heightFt)
          ? { runs: sides.map((side) => ({ ...side, heightFt })) }
          : {}),
        ...(kinds.length > 0 ? { gates } : {}),
        ...(removalFeet === undefined ? {} : { removalFeet }),
      };
    },
    isFine: () => isFine(removal, check),
    refused: (path, message) => {
      const [list, at = '', name] = path.split('.');
      const field =
        list === 'removalFeet'
          ? removal
          : list === 'gates'
            ? kinds[Number(at)]
            : name === 'heightFt'
              ? height
              : undefined;
      if (!field) return false;
      show(field, message);
      return true;
    },
  };
  asked.set(config, more);
  byField.set(perimeter, more);
  return more;
};
