import { ask, attempt, byId, say } from './page.ts';

export interface ModelFacts {
  mode: string;
}

export function showModel({ mode }: ModelFacts): void {
  const form = byId('model');
  const state = form.querySelector('[data-state]');
  const words = form.querySelector(`option[value="${mode}"]`)?.textContent?.toLowerCase() ?? mode;
  if (state === null) return;
  state.textContent = `· ${words}`;
  state.classList.toggle('broken', mode !== 'on');
}

export function wireModel(): void {
  const form = byId('model', HTMLFormElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt('fault-error', async () => {
      showModel(await ask<ModelFacts>('/api/model', 'POST', { mode: new FormData(form).get('mode') }));
      say('AI model updated.');
    });
  });
}
