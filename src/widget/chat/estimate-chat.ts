import type { OpenEstimateChat } from '#shared/features/agent/estimate-chat.ts';
import { dress, h, toJson } from '../dom.ts';
import { keepDraft, readDraft } from '../features/draft.ts';
import { chatWords } from '../words/chat-words.ts';
import { chatView } from './chat-view.ts';
import css from './chat.css?inline';
import pageCss from './estimate-chat.css?inline';
import { postMessage } from './read-events.ts';
import { readThread } from './stored-thread.ts';

/** Inserts the chat into an estimate's page, in the page's colors. */
export const openEstimateChat: OpenEstimateChat = ({ before, company, language, token, optionId, key, leave }) => {
  const words = chatWords(language);
  const element = h('div');
  const shadow = element.attachShadow({ mode: 'open' });
  const draft = readDraft(key);
  // The estimate belongs to a lead, so the company can always contact the homeowner.
  const thread = { ...readThread(draft), leadId: key };
  const view = chatView({
    words,
    company,
    title: words.estimateTitle,
    other: words.useQuestion,
    leave,
    thread,
    keep: () => keepDraft(key, { chat: toJson(thread) }),
    post: (message, take) => postMessage('/api/estimate/v1/agent', { token, optionId, language, ...message }, take),
    mend: () => Promise.resolve(false),
    taken: () => undefined,
    priceCard: () => h('p', { hidden: true }),
  });
  dress(shadow, css);
  dress(shadow, pageCss);
  shadow.append(view.root);
  before.before(element);
  return { element, open: view.open };
};
