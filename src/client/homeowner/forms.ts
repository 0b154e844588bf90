import type { NextStep } from '#shared/primitives/app-error.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { pageWords } from './words.ts';

interface Refusal {
  message: string;
  data?: { nextStep?: NextStep; fields?: Record<string, string> };
}
type Answer = { result: { data: { url?: string } } } | { error: Refusal };

const token = (): string => decodeURIComponent(location.pathname.split('/')[2] ?? '');

/** Returns the form's values as input for the procedure in its `data-call`. Leaves out empty fields. */
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

/**
 * Shows each error at its field. Errors without a field are shown above the form. The first invalid field receives
 * focus.
 */
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

/** Opens `url` or, without one, the page that shows the result. */
const goOn = (form: HTMLFormElement, url: string | undefined): void => {
  if (url !== undefined) return location.assign(url);
  const asked = form.dataset.call === 'ask';
  const lang = new URLSearchParams(location.search).get('lang');
  const query = [lang && `lang=${lang}`, asked && 'asked=1'].filter(Boolean).join('&');
  const next = `${location.pathname}${query && `?${query}`}${asked ? '#ask' : ''}`;
  // Navigating to the same URL with a different fragment doesn't reload the page, so it's reloaded explicitly.
  if (`${location.pathname}${location.search}${location.hash}` === next) location.reload();
  else location.replace(next);
};

/**
 * Sends a form to the procedure in its `data-call`. If there's no response, it shows an error and keeps the typed
 * values.
 */
export function enhanceForm(form: HTMLFormElement): void {
  // Disables the browser's own validation, because the script shows our errors at the fields.
  form.noValidate = true;
  const words = pageWords();
  const button = form.querySelector<HTMLButtonElement>('[type=submit]');
  const label = button?.textContent ?? '';
  const busy = (on: boolean) => {
    if (!button) return;
    if (on) button.setAttribute('aria-busy', 'true');
    else button.removeAttribute('aria-busy');
    button.textContent = on ? words.sending : label;
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
        // The action already succeeded, in another tab or in an earlier attempt whose response was lost. The page
        // shows the result.
        if (answer.error.data?.nextStep === 'refresh') return goOn(form, undefined);
        showRefusal(form, answer.error);
      },
      () => {
        busy(false);
        showRefusal(form, { message: words.offline });
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
  // Back can restore the page from the browser's cache while its buttons are still busy.
  addEventListener('pageshow', () => busy(false));
}
