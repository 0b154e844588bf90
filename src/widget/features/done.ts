import type { WidgetConfig, WidgetLeadAnswer } from '#shared/features/widget/widget.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { h } from '../dom.ts';
import { fenceDrawing } from './fence-drawing.ts';
import { phoneLink } from './phone-link.ts';
import { formatFeet } from '#shared/primitives/feet.ts';

/** After a lead was taken: the price where the answer carries it, and what happens next. Takes the focus. */
export const doneView = (
  { companyName, phone }: WidgetConfig,
  { name, email }: { name: string; email: string },
  { estimate }: WidgetLeadAnswer,
): HTMLElement => {
  const root = h('div', { class: 'dn', tabindex: '-1' });
  if (estimate) {
    const { perimeter, gateCount, materialType } = estimate;
    root.append(
      fenceDrawing(materialType),
      h('small', {}, 'Estimated price'),
      h('b', { class: 'big' }, formatCents(estimate.totalCents)),
      ...fenceInWords(perimeter, gateCount, materialType),
    );
  }
  root.append(
    h('h2', {}, `Thank you, ${name.split(/\s/)[0]}. ${companyName} has your request.`),
    h(
      'ol',
      {},
      h('li', {}, `We'll email a confirmation to ${email} within a minute.`),
      h('li', {}, `${companyName} will check the measurements on site and confirm the price.`),
    ),
  );
  if (phone) root.append(h('p', {}, 'Questions? Call ', phoneLink(phone), '.'));
  return root;
};

/** '184 ft' on its dimension line, and 'Vinyl, 1 gate'. */
export const fenceInWords = (feet: number, gates: number, material: string): HTMLElement[] => [
  h('div', { class: 'dim' }, formatFeet(feet)),
  h('small', {}, `${material}, ${gates || 'no'} gate${gates === 1 ? '' : 's'}`),
];
