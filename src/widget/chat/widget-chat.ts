import type { WidgetConfig, WidgetLeadAnswer } from '#shared/features/widget/widget.schema.ts';
import { TICKET } from '#shared/features/widget/ticket.rules.ts';
import { formatRange } from '#shared/features/pricing/price-range.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import type { Language } from '#shared/primitives/language.ts';
import type { Ask } from '../api.ts';
import { dress, h } from '../dom.ts';
import { estimateLink, fenceInWords } from '../features/done.ts';
import { stepInHistory } from '../features/step-in-history.ts';
import { chatWords } from '../words/chat-words.ts';
import type { StepWords } from '../words/step-words.ts';
import { chatView } from './chat-view.ts';
import css from './chat.css?inline';
import { postMessage } from './read-events.ts';
import type { Thread, ToldPrice } from './thread.ts';

export { openEstimateChat } from './estimate-chat.ts';

export interface WidgetChatOptions {
  /** The form's first step. The chat replaces it while it's open. */
  first: HTMLElement;
  config: WidgetConfig;
  /** When the settings arrived, in milliseconds as in `Date.now()`. */
  at: number;
  ask: Ask;
  words: StepWords;
  language: Language;
  /** The conversation stored in this tab, and a function that stores it. */
  thread: Thread;
  keep: () => void;
  /** Called when the chat is closed and the form is shown again. */
  left: () => void;
  taken: (lead: WidgetLeadAnswer) => void;
}

export interface WidgetChat {
  root: HTMLElement;
  open(): void;
}

/** Creates the chat, initially hidden, next to the form's first step. */
export const openChat = (options: WidgetChatOptions): WidgetChat => {
  const { first, config, words: stepWords, language, thread, keep, left, taken } = options;
  const words = chatWords(language);
  const ticket = ticketOf(options);
  const { companyName: company, contractorId } = config;
  const url = `${new URL(import.meta.url).origin}/api/widget/v1/agent`;
  const view = chatView({
    words,
    company,
    title: words.title({ company }),
    other: words.useForm,
    leave: () => leave(),
    thread,
    keep,
    post: async (message, take) =>
      postMessage(url, { contractorId, language, ticket: await ticket.current(), ...message }, take),
    mend: async ({ fields }) => fields.includes('ticket') && ticket.renew(),
    taken: (leadId) => taken({ leadId }),
    priceCard: (price) => priceCard(stepWords, language, price),
    estimateLink: (estimate) => estimateLink(stepWords, estimate),
  });
  const { root } = view;
  const show = (isOpen: boolean) => {
    root.hidden = !isOpen;
    first.hidden = isOpen;
  };
  const open = () => {
    show(true);
    view.open();
  };
  const back = () => {
    show(false);
    left();
  };
  dress(first.getRootNode() as ShadowRoot, css);
  root.hidden = true;
  first.after(root);
  const leave = stepInHistory({ root, back, forward: open });
  return { root, open };
};

const priceCard = (words: StepWords, language: Language, price: ToldPrice): HTMLElement => {
  const { perimeter, gateCount, materialType } = price;
  return h(
    'div',
    { class: 'c-price' },
    h('small', {}, words.price),
    h('b', {}, price.range ? formatRange(price.range, language) : formatCents(price.totalCents)),
    ...fenceInWords(words, { feet: perimeter, gates: gateCount, material: materialType }),
  );
};

/** Returns the ticket from the settings. Fetches new settings if the ticket is old or was rejected. */
const ticketOf = ({ config, at, ask, language }: WidgetChatOptions) => {
  let { ticket } = config;
  let since = at;
  const renew = async (): Promise<boolean> => {
    // The second comma tells the server that the first request for settings already counted this view.
    const { body } = await ask<WidgetConfig>(`config/${encodeURIComponent(config.contractorId)}?lang=${language},,`);
    if (!body.ticket) return false;
    [ticket, since] = [body.ticket, Date.now()];
    return true;
  };
  return {
    renew,
    current: async () => {
      if (Date.now() - since > TICKET.renewAfter) await renew();
      return ticket;
    },
  };
};
