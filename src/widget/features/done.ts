import type { WidgetConfig, WidgetLeadAnswer } from '#shared/features/widget/widget.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { h } from '../dom.ts';
import type { StepWords } from '../words/step-words.ts';
import { fenceDrawing } from './fence-drawing.ts';
import { phoneLink } from './phone-link.ts';

/**
 * The view after a lead is stored: the price, if the response contains it, and what happens next. The caller moves
 * focus to this view.
 */
export const doneView = (
  words: StepWords,
  { companyName, phone }: WidgetConfig,
  { name, email }: { name: string; email: string },
  { estimate }: WidgetLeadAnswer,
): HTMLElement => {
  const root = h('div', { class: 'dn', tabindex: '-1' });
  if (estimate) {
    const { perimeter, gateCount, materialType, url } = estimate;
    root.append(
      fenceDrawing(materialType),
      h('small', {}, url ? words.estimate : words.price),
      h('b', { class: 'big' }, formatCents(estimate.totalCents)),
      ...fenceInWords(words, { feet: perimeter, gates: gateCount, material: materialType }),
      ...(url ? [estimateLink(words, url)] : []),
    );
  }
  const willEmail = estimate?.url ? words.alsoEmailed : words.willEmail;
  root.append(
    h('h2', {}, words.thanks({ name: name.split(/\s/)[0] ?? '', company: companyName })),
    h('ol', {}, h('li', {}, willEmail({ email })), h('li', {}, words.willConfirm({ company: companyName }))),
  );
  if (phone) root.append(h('p', {}, ...words.questions.parts<Node | string>({ phone: phoneLink(phone) })));
  return root;
};

/** A link to the estimate that was sent at once. It opens in a tab of its own, also from a form inside a frame. */
export const estimateLink = ({ seeEstimate }: Pick<StepWords, 'seeEstimate'>, url: string): HTMLElement =>
  h('a', { class: 'bt', href: url, target: '_blank', rel: 'noopener' }, seeEstimate);

/** Describes the fence in two parts: '184 ft' for the dimension line, and 'Vinyl, 1 gate'. */
export const fenceInWords = (
  words: StepWords,
  { feet, gates, material }: { feet: number; gates: number; material: string },
): HTMLElement[] => [
  h('div', { class: 'dim' }, words.feet(feet)),
  h('small', {}, words.fence({ count: gates, material })),
];
