import type { FenceDrawing } from '#shared/features/drawing/fence-drawing.ts';
import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import type { Ask } from '../api.ts';
import { h, on, toJson } from '../dom.ts';
import type { Fence } from '../load-steps.ts';
import type { StepWords } from '../words/step-words.ts';
import type { MapOptions, MapResult } from '../map/widget-map.ts';
import type { Draft } from './draft.ts';
import { measuredIn } from './drawn.ts';
import type { Field } from './field.ts';
import type { Place } from './place-picker.ts';
import { priceInWords } from './price.ts';

/** The parts of the form that the map needs. */
export interface Measurable {
  ask: Ask;
  config: WidgetConfig;
  draft: Draft;
  fence: () => Fence;
  /** Returns the street address typed in the second step. */
  address: () => string;
  /** Fills in the second step's street address with the one picked on the map. */
  placed: (place: Place) => void;
}

const forms = new WeakMap<Field, Measurable>();

/** Connects the form's length field to the map. */
export const makeMeasurable = (perimeter: Field, form: Measurable): void => {
  forms.set(perimeter, form);
};

/** Presses the first step's buttons until the gate counter shows this number. */
export const setGates = ({ root }: Field, wanted: number, now: number) => {
  const [fewer, more] = root.parentElement?.querySelectorAll<HTMLElement>('.st button') ?? [];
  for (let count = now; count !== wanted; count += Math.sign(wanted - count)) (wanted > count ? more : fewer)?.click();
};

const take = (field: Field, { draft, fence }: Measurable, { feet, ...measured }: MapResult) => {
  draft['measured'] = toJson(measured);
  field.input.value = `${feet}`;
  setGates(field, measured.gates.length, fence().gates);
  field.input.dispatchEvent(new Event('input', { bubbles: true }));
};

let tries = 0;
/**
 * Loads the map's script from the same folder as this one. Rejects if it can't be loaded. The next call tries again.
 */
const loadMap = async (): Promise<(options: MapOptions) => Promise<void>> => {
  const here = import.meta.url;
  const { openMap } = (await import(
    /* @vite-ignore */ new URL(`widget-map.js${tries ? `?${tries}` : ''}`, here).href
  )) as {
    openMap: (options: MapOptions) => Promise<void>;
  };
  return openMap;
};

/** Returns the button that opens the map, or undefined if the form can't use the map. */
export const measureButton = (words: StepWords, field: Field): HTMLElement | undefined => {
  const form = forms.get(field);
  const card = field.input.closest('section');
  if (!form || !card) return undefined;
  const { ask, config, draft, fence } = form;
  const problem = h('small', { role: 'alert' });
  const button = h('button', { type: 'button', class: 'pr mb' }, words.lengthHelp.onMap);
  const open = async () => {
    if (button.getAttribute('aria-busy') === 'true') return;
    button.setAttribute('aria-busy', 'true');
    problem.textContent = '';
    const before: FenceDrawing | undefined = measuredIn(draft, fence()).drawing ?? undefined;
    try {
      const openMap = await loadMap();
      await openMap({
        card,
        words,
        language: card.lang === 'es' ? 'es' : 'en',
        ask,
        before,
        address: form.address(),
        price: (feet, gates) => priceInWords(config, { ...fence(), length: `${feet}`, gates }),
        placed: form.placed,
        done: (result) => {
          if (result) take(field, form, result);
          field.input.focus();
        },
      });
    } catch {
      tries += 1;
      problem.textContent = words.lengthHelp.noMap;
    }
    button.setAttribute('aria-busy', 'false');
  };
  on(button, 'click', () => void open());
  return h('div', {}, button, problem);
};
