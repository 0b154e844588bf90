import { sentences } from '#shared/primitives/sentence.ts';
import { h, on, onSubmit } from '../dom.ts';
import type { ChatWords } from '../words/chat-words.ts';
import { type Entry, talk, type Thread, type ThreadOptions, type ToldPrice } from './thread.ts';

/** The longest message that the server accepts, in characters. */
const LONGEST = 2_000;

export interface ChatOptions extends Pick<ThreadOptions, 'post' | 'mend' | 'keep' | 'taken'> {
  words: ChatWords;
  company: string;
  title: string;
  /** The label of the button that goes back to the form. */
  other: string;
  /** Called when the homeowner goes back to the form, with the typed text that wasn't sent. */
  leave: (unsent: string) => void;
  thread: Thread;
  priceCard: (price: ToldPrice) => HTMLElement;
  /** The link to the estimate that was sent at once. Only in a conversation that can bring one. */
  estimateLink?: (url: string) => HTMLElement;
}

export interface ChatView {
  root: HTMLElement;
  /** Scrolls to the newest message and moves focus to the field. */
  open: () => void;
}

/** The chat: the messages so far, and a field for the next one. */
export const chatView = (options: ChatOptions): ChatView => {
  const { words, company, title, other, leave, thread } = options;
  const heading = h('h2', {}, title);
  const back = h('button', { type: 'button', class: 'li' }, other);
  const log = h('div', { class: 'c-log', role: 'log', 'aria-live': 'polite', 'aria-label': title, tabindex: '0' });
  const dots = h('p', { class: 'c-dots', 'aria-hidden': 'true', hidden: true }, h('i'), h('i'), h('i'));
  const waiting = h('small', { class: 'c-wait', role: 'status' });
  const field = h('textarea', {
    id: 'chat-text',
    name: 'chat-text',
    rows: '2',
    maxlength: LONGEST,
    enterkeyhint: 'send',
  });
  const form = h(
    'form',
    { class: 'c-form', novalidate: true },
    h('label', { for: 'chat-text' }, words.message),
    h('div', { class: 'c-row' }, field, h('button', { class: 'bt' }, words.send)),
  );
  const root = h(
    'div',
    { class: 'c' },
    h('div', { class: 'c-head' }, heading, back),
    h('p', { class: 'c-notice' }, words.notice({ company })),
    log,
    waiting,
    form,
  );
  const shown = new Map<Entry, HTMLElement>();
  log.append(dots);

  const scroll = () => {
    log.scrollTop = log.scrollHeight;
  };
  const draw = (entry: Entry) => {
    if (!thread.entries.includes(entry)) {
      shown.get(entry)?.remove();
      shown.delete(entry);
      return;
    }
    const known = shown.get(entry);
    // Updates a streamed answer in place, so that a screen reader doesn't read it from the start again.
    if (known && entry.from === 'agent') known.lastChild?.replaceWith(entry.text);
    else {
      const element = elementOf(entry);
      shown.set(entry, element);
      if (known) known.replaceWith(element);
      else dots.before(element);
    }
    scroll();
  };
  const { say, retry } = talk({
    ...options,
    offline: words.offline,
    draw,
    wait: (isWaiting) => {
      dots.hidden = !isWaiting;
      waiting.textContent = isWaiting ? words.answering : '';
      scroll();
    },
  });

  const elementOf = (entry: Entry): HTMLElement => {
    if (entry.from === 'price') return options.priceCard(entry.price);
    if (entry.from === 'estimate') return h('p', {}, options.estimateLink?.(entry.url) ?? '');
    if (entry.from === 'note') return h('p', { class: 'c-note' }, words[entry.note]({ company }));
    const who = h('span', { class: 'c-who' }, entry.from === 'you' ? words.you : words.assistant, ' ');
    const said = h('p', { class: entry.from === 'you' ? 'c-you' : 'c-it' }, who, entry.text);
    return entry.from === 'you' && entry.state === 'failed' ? h('div', {}, said, failure(entry.why ?? '')) : said;
  };
  const failure = (why: string): HTMLElement => {
    const again = h('button', { type: 'button', class: 'li' }, words.tryAgain);
    on(again, 'click', () => {
      retry();
      field.focus();
    });
    return h('p', { class: 'c-fail' }, `${words.notSent} ${why && sentences(why)} `, again);
  };

  const submit = () => {
    const text = field.value.trim();
    if (text) {
      field.value = '';
      say(text);
    }
    field.focus();
  };
  onSubmit(form, submit);
  on(field, 'keydown', (event) => {
    const { key, shiftKey, isComposing } = event as KeyboardEvent;
    if (key !== 'Enter' || shiftKey || isComposing) return;
    event.preventDefault();
    submit();
  });
  on(back, 'click', () => leave(field.value.trim()));
  thread.entries.forEach(draw);
  // Requests the missing answer again if the page was closed before it arrived.
  retry();
  return {
    root,
    open: () => {
      scroll();
      field.focus();
    },
  };
};
