import type { WidgetConfig, WidgetLeadAnswer } from '#shared/features/widget/widget.schema.ts';
import type { Ask } from '../api.ts';
import { readThread } from '../chat/stored-thread.ts';
import type { Entry, Thread } from '../chat/thread.ts';
import type { openChat, WidgetChat } from '../chat/widget-chat.ts';
import type { Fence } from '../load-steps.ts';
import { languageAt, wordsAt } from '../words/step-words.ts';
import type { Draft } from './draft.ts';
import type { Field } from './field.ts';
import { setGates } from './measure.ts';

/** The longest notes of a request, in characters. */
const MAX_NOTES = 4_000;
const EMAIL = /[\w'+.-]+@[\w-]+(\.[\w-]+)+/;
const PHONE = /(?:\+?1[ .-]?)?\(?\b\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}\b/;

export interface ChatWay {
  config: WidgetConfig;
  at: number;
  ask: Ask;
  draft: Draft;
  fence: () => Fence;
  /** The length, and the second step's fields. */
  perimeter: Field;
  fields: { email: Field; phone: Field; notes: Field };
  /** Stores the draft. */
  keep: () => void;
  taken: (lead: WidgetLeadAnswer) => void;
}

const typedIn = ({ entries }: Thread): string[] =>
  entries.flatMap((entry) => (entry.from === 'you' ? [entry.text] : []));

const isPrice = (entry: Entry): entry is Extract<Entry, { from: 'price' }> => entry.from === 'price';

/** Fills an empty field. */
const offer = ({ input }: Field, text: string | undefined) => {
  if (text && !input.value.trim()) input.value = text;
};

let tries = 0;
/** Loads the conversation's script, which lies beside this one. Rejects if it can't be loaded; the next call tries again. */
const load = async (): Promise<typeof openChat> => {
  const url = new URL(`widget-chat.js${tries ? `?${tries}` : ''}`, import.meta.url).href;
  tries += 1;
  const script = (await import(/* @vite-ignore */ url)) as { openChat: typeof openChat };
  tries = 0;
  return script.openChat;
};

/**
 * Returns what opens the conversation in place of the form's first step. Leaving it fills in the form with what was
 * said: the fence of the last price, an email and a phone number. Messages that made no lead become notes, so that
 * nothing typed is lost.
 */
export const chatWay = (way: ChatWay): (() => Promise<void>) => {
  const { config, at, ask, draft, perimeter, keep, taken } = way;
  const thread = readThread(draft);
  let chat: WidgetChat | undefined;
  return async () => {
    const first = perimeter.input.closest('form');
    if (!first) return;
    if (!chat) {
      const open = await load();
      // A second press while the script was loading.
      chat ??= open({
        first,
        config,
        at,
        ask,
        words: wordsAt(perimeter),
        language: languageAt(perimeter),
        thread,
        keep: () => {
          draft['chat'] = JSON.stringify(thread);
          keep();
        },
        left: () => {
          carryOver(way, thread);
          perimeter.input.focus();
        },
        taken,
      });
    }
    chat.open();
  };
};

const carryOver = ({ config, draft, fence, perimeter, fields, keep }: ChatWay, thread: Thread): void => {
  const said = typedIn(thread);
  const told = thread.entries.filter(isPrice).pop()?.price;
  // The same price again would undo what was changed in the form since.
  if (told && draft['chatPrice'] !== JSON.stringify(told)) {
    draft['chatPrice'] = JSON.stringify(told);
    perimeter.input.value = `${told.perimeter}`;
    const material = config.materials.find(({ name }) => name === told.materialType);
    const card = perimeter.input.form?.querySelector<HTMLInputElement>(`input[value="${material?.id}"]`);
    if (card) card.checked = true;
    setGates(perimeter, told.gateCount, fence().gates);
    perimeter.input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const all = said.join('\n');
  offer(fields.email, EMAIL.exec(all)?.[0]);
  offer(fields.phone, PHONE.exec(all.replace(EMAIL, ''))?.[0]);
  if (!thread.leadId) {
    const isOurs = fields.notes.input.value === (draft['chatNotes'] ?? '');
    if (isOurs) fields.notes.input.value = draft['chatNotes'] = all.slice(0, MAX_NOTES).trim();
  }
  keep();
};
