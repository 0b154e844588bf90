import { all, ask, attempt, say } from './page.ts';

export type FaultFacts = Record<string, { mode: string; count: number | null }>;

export function showFaults(faults: FaultFacts): void {
  for (const form of all<HTMLFormElement>('.fault')) {
    const { mode, count } = faults[form.dataset['provider'] ?? ''] ?? { mode: 'none', count: null };
    const state = form.querySelector('[data-state]');
    const words = form.querySelector(`option[value="${mode}"]`)?.textContent?.toLowerCase() ?? mode;
    const times = count === null ? 'until changed' : `${count} more`;
    if (state === null) continue;
    state.textContent = mode === 'none' ? '· works' : `· ${words}, ${times}`;
    state.classList.toggle('broken', mode !== 'none');
  }
}

export function wireFaults(): void {
  for (const form of all<HTMLFormElement>('.fault'))
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void attempt('fault-error', () => set(form));
    });
}

async function set(form: HTMLFormElement): Promise<void> {
  const given = new FormData(form);
  const [mode, count] = [given.get('mode'), given.get('count')];
  const fault = { provider: form.dataset['provider'], mode, ...(count ? { count: Number(count) } : {}) };
  showFaults(await ask<FaultFacts>('/api/faults', 'POST', fault));
  say(mode === 'none' ? 'The service works again.' : 'The service is now broken.');
}
