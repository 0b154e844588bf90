import type { WidgetConfig, WidgetLeadAnswer } from '#shared/features/widget/widget.schema.ts';
import { fill } from '#shared/primitives/phrase.ts';
import type { Ask } from '../api.ts';
import { on } from '../dom.ts';
import type { ContactStep, Steps } from '../load-steps.ts';
import { keepDraft, readDraft } from './draft.ts';
import type { FirstWords } from '#shared/features/widget/words/first-words.ts';
import { fenceStep } from './fence-step.ts';
import { phoneLink } from './phone-link.ts';

export interface FormOptions {
  config: WidgetConfig;
  /** When the settings arrived, in milliseconds as in `Date.now()`. */
  at: number;
  ask: Ask;
  /** Our server's origin. */
  host: string;
  /** Loads the second script. Rejects if it can't be loaded. */
  steps: () => Promise<Steps>;
  words: FirstWords;
  taken: (lead: WidgetLeadAnswer) => void;
}

/**
 * Creates the form's first step. Adds the second step as soon as the homeowner interacts with the form. Both steps stay
 * in the document, and one of them is hidden. Therefore, input isn't lost if the homeowner goes back, if a request
 * fails, or if the server rejects a field.
 */
export const estimateForm = ({ config, at, ask, host, steps, words, taken }: FormOptions): HTMLElement[] => {
  const { contractorId, phone, companyName } = config;
  const draft = readDraft(contractorId);
  let loaded: Steps | undefined;
  let contact: ContactStep | undefined;

  const changed = () => {
    const now = first.fence();
    draft['perimeter'] = now.length;
    draft['gates'] = `${now.gates}`;
    draft['materialId'] = now.materialId ?? '';
    keepDraft(contractorId, draft);
    first.price(loaded?.price(config, now));
  };
  const back = () => {
    if (contact) contact.root.hidden = true;
    first.root.hidden = false;
    first.perimeter.input.focus();
  };
  const prepare = async (): Promise<ContactStep> => {
    if (!loaded) {
      loaded = await steps();
      loaded.watchLength(first.perimeter);
    }
    contact ??= loaded.contact({
      config,
      at,
      ask,
      host,
      draft,
      fence: () => first.fence(),
      perimeter: first.perimeter,
      back,
      forward: () => void next(),
      taken,
    });
    if (!contact.root.isConnected) {
      contact.root.hidden = true;
      first.root.after(contact.root);
    }
    changed();
    return contact;
  };
  /** Waits for the second script, then runs the action of the pressed button. */
  const act = (run: (second: ContactStep) => unknown) => async () => {
    first.say();
    try {
      await run(await prepare());
    } catch {
      first.say(
        ...(phone
          ? fill<Node | string>(words.orCall, { company: companyName, phone: phoneLink(phone) })
          : [`${words.offline} ${words.retry}.`]),
      );
    }
  };
  const next = act((second) => {
    if (!loaded?.checkLength(first.perimeter)) return first.perimeter.input.focus();
    first.root.hidden = true;
    second.root.hidden = false;
    second.open();
  });
  const help = act(() => loaded?.help?.(first.help, first.perimeter));
  const chat = act((second) => second.chat?.());

  const first = fenceStep({ config, words, draft }, changed, () => void next());
  // If loading fails, the error is shown only when the homeowner presses a button.
  const early = () => void prepare().catch(() => undefined);
  on(first.help, 'click', () => void help());
  on(first.chat, 'click', () => void chat());
  for (const sign of ['focusin', 'pointerdown', 'pointerenter']) on(first.root, sign, early);
  // Also loads the second script if an earlier visit left an unsent request, because that script sends it.
  if (draft['perimeter'] || readDraft(contractorId, 'localStorage')['lead']) early();
  return [first.root];
};
