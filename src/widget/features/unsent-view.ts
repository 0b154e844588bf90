import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import { LOCALE } from '#shared/primitives/language.ts';
import { h, on } from '../dom.ts';
import { languageAt, wordsAt } from '../words/step-words.ts';
import type { Field } from './field.ts';
import { phoneLink } from './phone-link.ts';
import { forgetUnsent, type Unsent } from './unsent.ts';

type Words = (Node | string)[];

export interface UnsentView {
  /**
   * Returns the text to show beside the button if the server didn't answer a request. `kept` says whether the request
   * was stored.
   */
  why(cause: string, kept: boolean): Words;
  /** Shows a note about an unsent request from an earlier visit above the form. Its button deletes the request. */
  waiting(request: Unsent): void;
  arrived(request: Unsent): void;
  refused(request: Unsent): void;
  clear(): void;
}

/** Creates the view that shows messages about a request that couldn't be sent, in the form's language. */
export const unsentView = ({ contractorId, companyName: company, phone }: WidgetConfig, field: Field): UnsentView => {
  const words = wordsAt(field);
  const { unsent } = words;
  const when = ({ at }: Unsent) =>
    new Intl.DateTimeFormat(LOCALE[languageAt(field)], { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  const orCall = (): Words => (phone ? [' ', ...unsent.call.parts<Node | string>({ phone: phoneLink(phone) })] : []);
  const notice = h('p', { class: 'un', role: 'status' });
  const say = (...parts: Words) => {
    notice.replaceChildren(...parts);
    if (!notice.isConnected) field.input.closest('section')?.prepend(notice);
  };
  const removal = () => {
    const button = h('button', { type: 'button', class: 'li' }, unsent.remove);
    on(button, 'click', () => {
      forgetUnsent(contractorId);
      say(unsent.removed);
    });
    return button;
  };
  return {
    why: (why, kept) =>
      kept
        ? [why, h('span', {}, ...unsent.kept.parts<Node | string>({ company }), ...orCall())]
        : [words.kept({ why }), ...orCall()],
    waiting: (request) => say(unsent.waiting({ when: when(request), company }), ...orCall(), ' ', removal()),
    arrived: (request) => say(unsent.arrived({ when: when(request), company })),
    refused: (request) => say(unsent.refused({ when: when(request), company }), ...orCall()),
    clear: () => notice.remove(),
  };
};
