import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import { REPORTED_STEPS } from '#shared/features/widget/funnel.rules.ts';
import type { Ask } from '../api.ts';
import { on, toJson } from '../dom.ts';
import type { Fence } from '../load-steps.ts';
import type { Field } from './field.ts';
import { priceInWords } from './price.ts';

interface Reporting {
  config: WidgetConfig;
  ask: Ask;
  fence: () => Fence;
  /** The first step's length field. */
  perimeter: Field;
}

/**
 * The furthest step that the visitor reached in each card, so that changing the language doesn't count the step again.
 */
const reached = new WeakMap<Element, number>();

/**
 * Reports to the server when the visitor first enters something and when the visitor first sees a price. Each step is
 * reported only once. The contractor sees the counts. The request contains the form's ticket and nothing about the
 * visitor.
 */
export const reportSteps = ({ config, ask, fence, perimeter: { input } }: Reporting): void => {
  const card = input.closest('section');
  const { ticket } = config;
  const form = input.form;
  if (!card || !form || !ticket) return;
  const look = () => {
    const now = fence();
    const place = priceInWords(config, now) ? 2 : now.length || now.gates ? 1 : 0;
    if (place <= (reached.get(card) ?? 0)) return;
    reached.set(card, place);
    const body = toJson({ ticket, step: REPORTED_STEPS[place - 1] });
    void ask('steps', { method: 'POST', body, keepalive: true });
  };
  for (const act of ['input', 'click']) on(form, act, look);
  // Counts input that was entered while this script was loading.
  look();
};
