import type { EstimateChat, OpenEstimateChat } from '#shared/features/agent/estimate-chat.ts';

let tries = 0;
/** Loads the chat's script. Rejects if it can't be loaded. The next call tries again. */
const load = async (): Promise<OpenEstimateChat> => {
  const url = `/widget-chat.js${tries ? `?${tries}` : ''}`;
  tries += 1;
  const script = (await import(/* @vite-ignore */ url)) as { openEstimateChat: OpenEstimateChat };
  return script.openEstimateChat;
};

/**
 * When the panel is opened, replaces its question form with a chat with the company's assistant. A button returns to
 * the form. The form stays if the script can't be loaded or the homeowner is already typing in it.
 */
export function offerChat(panel: HTMLElement): void {
  const form = panel.querySelector('form');
  const heading = panel.querySelector('h2');
  const field = panel.querySelector('textarea');
  const way = panel.querySelector<HTMLButtonElement>('[data-way]');
  const { chat: key = '', company = '', option = '' } = panel.dataset;
  if (!form || !heading || !field || !way) return;
  let chat: EstimateChat | undefined;
  let busy = false;
  const show = (isChat: boolean) => {
    if (chat) chat.element.hidden = !isChat;
    form.hidden = heading.hidden = isChat;
    way.hidden = isChat;
  };
  const open = async (isTyping: () => boolean) => {
    if (busy) return;
    busy = true;
    try {
      chat ??= (await load())({
        before: form,
        company,
        language: document.documentElement.lang === 'es' ? 'es' : 'en',
        token: decodeURIComponent(location.pathname.split('/')[2] ?? ''),
        optionId: option,
        key: `estimate:${key}`,
        leave: (unsent) => {
          show(false);
          field.value ||= unsent;
          field.focus();
        },
      });
      show(!isTyping());
      if (!chat.element.hidden) chat.open();
    } catch {
      // The script couldn't be loaded, so the form stays.
    }
    busy = false;
  };
  const openIfAsked = () => {
    if (location.hash === '#ask' && !chat) void open(() => field.value !== '');
  };
  way.hidden = false;
  way.addEventListener('click', () => void open(() => false));
  addEventListener('hashchange', openIfAsked);
  openIfAsked();
}
