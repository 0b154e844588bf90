import { sentences } from '#shared/primitives/sentence.ts';

interface Refusal {
  message: string;
  data?: { code?: string; fields?: Record<string, string> };
}
type Answer = { result: { data: { url?: string } } } | { error: Refusal };

const OFFLINE = 'We couldn’t connect. Nothing was sent, and what you typed is kept. Try again';

const token = (): string => decodeURIComponent(location.pathname.split('/')[2] ?? '');

/** What the form holds, as the procedure of its name takes it; empty fields are left out. */
const inputOf = (form: HTMLFormElement): Record<string, unknown> => {
  const input: Record<string, unknown> = { token: token() };
  for (const [name, value] of new FormData(form)) if (value !== '') input[name] = value;
  if (form.dataset.call === 'accept') {
    input.agreed = input.agreed === 'yes';
    input.name ??= '';
  }
  if (form.dataset.call === 'ask') input.question ??= '';
  return input;
};

const call = async (form: HTMLFormElement): Promise<Answer> => {
  const response = await fetch(`/trpc/estimatePage.${form.dataset.call ?? ''}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(inputOf(form)),
  });
  return (await response.json()) as Answer;
};

/** Says what is wrong, at the field where there is one; the first wrong field gets the keyboard. */
const showRefusal = (form: HTMLFormElement, { message, data }: Refusal): void => {
  const fields = data?.fields ?? {};
  let first: HTMLElement | undefined;
  let said = false;
  for (const [name, words] of Object.entries(fields)) {
    const input = form.querySelector<HTMLElement>(`[name="${name}"]`);
    const place = form.querySelector(`#${input?.getAttribute('aria-describedby') ?? `${name}-error`}`);
    if (!place) continue;
    place.textContent = words;
    input?.setAttribute('aria-invalid', 'true');
    first ??= input ?? undefined;
    said = true;
  }
  const problem = form.querySelector('[data-problem]') ?? form.parentElement?.querySelector('[data-problem]');
  if (problem && !said) problem.textContent = sentences(message);
  first?.focus();
};

const clearRefusal = (form: HTMLFormElement): void => {
  for (const place of form.parentElement?.querySelectorAll('[data-error], [data-problem]') ?? [])
    place.textContent = '';
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
};

/** Back to the page, which tells what came of it. */
const goOn = (form: HTMLFormElement, url: string | undefined): void => {
  if (url !== undefined) return location.assign(url);
  const asked = form.dataset.call === 'ask';
  const next = `${location.pathname}${asked ? '?asked=1#ask' : ''}`;
  // the same address with another fragment wouldn't be loaded again
  if (`${location.pathname}${location.search}${location.hash}` === next) location.reload();
  else location.replace(next);
};

/** Sends a form by the procedure of the same name. Without an answer it says so and keeps everything. */
export function enhanceForm(form: HTMLFormElement): void {
  // our own words at the fields; without script the browser's are better than none
  form.noValidate = true;
  const button = form.querySelector<HTMLButtonElement>('[type=submit]');
  const label = button?.textContent ?? '';
  const busy = (on: boolean) => {
    if (!button) return;
    if (on) button.setAttribute('aria-busy', 'true');
    else button.removeAttribute('aria-busy');
    button.textContent = on ? 'Sending...' : label;
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button?.hasAttribute('aria-busy')) return;
    clearRefusal(form);
    busy(true);
    call(form).then(
      (answer) => {
        if ('result' in answer) return goOn(form, answer.result.data.url);
        busy(false);
        // done in another tab, or by a first press whose answer was lost: the page shows it
        if (answer.error.data?.code === 'CONFLICT' && /already/.test(answer.error.message))
          return goOn(form, undefined);
        showRefusal(form, answer.error);
      },
      () => {
        busy(false);
        showRefusal(form, { message: OFFLINE });
      },
    );
  });
  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const place = document.getElementById(target.getAttribute('aria-describedby') ?? '');
    if (!place?.textContent) return;
    place.textContent = '';
    target.removeAttribute('aria-invalid');
  });
  // back from the payment page by the browser's own button
  addEventListener('pageshow', () => busy(false));
}
