import { toJson } from '../dom.ts';
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
import { readSaid } from './read-said.ts';

/** The maximum length of a request's notes, in characters. */
const MAX_NOTES = 4_000;

export interface ChatWay {
  config: WidgetConfig;
  at: number;
  ask: Ask;
  draft: Draft;
  fence: () => Fence;
  /** The length field, and the fields of the second step. */
  perimeter: Field;
  fields: { name: Field; email: Field; phone: Field; notes: Field };
  /** Stores the draft. */
  keep: () => void;
  taken: (lead: WidgetLeadAnswer) => void;
}

const typedIn = ({ entries }: Thread): string[] =>
  entries.flatMap((entry) => (entry.from === 'you' ? [entry.text] : []));

const isPrice = (entry: Entry): entry is Extract<Entry, { from: 'price' }> => entry.from === 'price';

/** Fills in a field only if it's empty. */
const offer = ({ input }: Field, text: string | undefined) => {
  if (text && !input.value.trim()) input.value = text;
};

let tries = 0;
/**
 * Loads the chat's script from the same folder as this one. Rejects if it can't be loaded. The next call tries again.
 */
const load = async (): Promise<typeof openChat> => {
  const url = new URL(`widget-chat.js${tries ? `?${tries}` : ''}`, import.meta.url).href;
  tries += 1;
  const script = (await import(/* @vite-ignore */ url)) as { openChat: typeof openChat };
  tries = 0;
  return script.openChat;
};

/**
 * Returns a function that opens the chat in place of the form's first step. When the homeowner leaves the chat, the
 * form is filled in from the conversation. The fence details come from the last quoted price or, if no price was
 * quoted, from the homeowner's messages. The contact details come from the messages too. If the conversation didn't
 * create a lead, the messages become the form's notes, so that nothing typed is lost.
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
      // The button was pressed again while the script was loading.
      chat ??= open({
        first,
        config,
        at,
        ask,
        words: wordsAt(perimeter),
        language: languageAt(perimeter),
        thread,
        keep: () => {
          draft['chat'] = toJson(thread);
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
  const messages = typedIn(thread);
  const said = readSaid(messages, config.materials);
  const told = thread.entries.filter(isPrice).pop()?.price;
  const wanted = told
    ? {
        feet: `${told.perimeter}`,
        gates: told.gateCount,
        materialId: config.materials.find(({ name }) => name === told.materialType)?.id,
      }
    : { feet: said.feet, gates: said.gates, materialId: said.materialId };
  // Filling in the same fence details again would overwrite the homeowner's later changes in the form.
  if (draft['chatFence'] !== toJson(wanted)) {
    draft['chatFence'] = toJson(wanted);
    if (wanted.feet) perimeter.input.value = wanted.feet;
    const card = perimeter.input.form?.querySelector<HTMLInputElement>(`input[value="${wanted.materialId}"]`);
    if (card) card.checked = true;
    if (wanted.gates !== undefined) setGates(perimeter, wanted.gates, fence().gates);
    perimeter.input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  offer(fields.name, said.name);
  offer(fields.email, said.email);
  offer(fields.phone, said.phone);
  if (!thread.leadId && fields.notes.input.value === (draft['chatNotes'] ?? '')) {
    const all = messages.join('\n').slice(0, MAX_NOTES).trim();
    fields.notes.input.value = draft['chatNotes'] = all;
  }
  keep();
};
