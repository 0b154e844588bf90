/** Returns the element with this id, which the page always contains. Throws if it has another type. */
export function byId(id: string): HTMLElement;
export function byId<E extends HTMLElement>(id: string, kind: new () => E): E;
export function byId(id: string, kind: new () => HTMLElement = HTMLElement): HTMLElement {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`the page has no ${id}`);
}

export const selectOf = (id: string): HTMLSelectElement => byId(id, HTMLSelectElement);
export const all = <E extends HTMLElement>(selector: string): E[] => [...document.querySelectorAll<E>(selector)];

type Properties<E> = Partial<Omit<E, 'style'>> & { text?: string };

/** Creates an element with text. The text is never parsed as markup, because emails and texts are untrusted. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { text, ...properties }: Properties<HTMLElementTagNameMap[K]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
}

/** Returns the response as JSON. Throws an Error with the message of an error response. */
export async function ask<T>(path: string, method = 'GET', body?: object): Promise<T> {
  const response = await fetch(path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as T & { error?: { message?: string } };
  if (!response.ok) throw new Error(answer.error?.message ?? `Answered ${response.status}`);
  return answer;
}

/**
 * Runs `work` and shows any error in the element `id`. Hides that element if there's no error. Returns whether `work`
 * succeeded.
 */
export async function attempt(id: string, work: () => Promise<void>): Promise<boolean> {
  const place = byId(id);
  place.hidden = true;
  try {
    await work();
    return true;
  } catch (error) {
    place.textContent = wordsOf(error);
    place.hidden = false;
    return false;
  }
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

let silence: ReturnType<typeof setTimeout> | undefined;
/** Shows a short status message at the bottom of the page. Screen readers announce it. */
export function say(text: string): void {
  byId('said').textContent = text;
  clearTimeout(silence);
  silence = setTimeout(() => (byId('said').textContent = ''), 4_000);
}

const long = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
export const longTime = (at: string | Date): string => long.format(new Date(at));
export const shortTime = (at: string): string => short.format(new Date(at));

/** Sets a select's options to `[value, label]` pairs. Keeps the selection if that option still exists. */
export function setOptions(select: HTMLSelectElement, pairs: [value: string, words: string][]): void {
  const chosen = select.value;
  const values = [...select.options].map((option) => option.value);
  if (values.join('\n') === pairs.map(([value]) => value).join('\n')) return;
  select.replaceChildren(...pairs.map(([value, text]) => make('option', { value, text })));
  if (pairs.some(([value]) => value === chosen)) select.value = chosen;
}
