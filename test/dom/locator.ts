import { fireEvent, queryAllByLabelText, queryAllByRole } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';

/** A text that an element contains in any case, or a pattern. With `exact`, the text must be the whole. */
type Words = string | RegExp;
type Exactly = { exact?: boolean };

/** Without styles, every pointer event reaches its element, so there's nothing to check. */
export const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

/** Only a failing test waits this long. The first dialog of a run loads hundreds of files. */
const PATIENCE = { timeout: 60_000, interval: 10 };

const until = <T>(find: () => T | Promise<T>): Promise<T> => vi.waitFor(find, PATIENCE);

const onPage = (): string => `. The page reads: ${normal(document.body.textContent)}`;

const normal = (text: string | null): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();

const fits = (text: string, words: Words, exact = false): boolean => {
  if (typeof words !== 'string') return words.test(text);
  return exact ? text === normal(words) : text.toLowerCase().includes(normal(words).toLowerCase());
};

/** Closed `details` hide everything but their summary. A closed dialog or menu hides the rest of the page from roles. */
const isShown = (element: Element): boolean => {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.hasAttribute('hidden') || (at instanceof HTMLElement && at.style.display === 'none')) return false;
    const parent: Element | null = at.parentElement;
    if (parent instanceof HTMLDetailsElement && !parent.open && at.tagName !== 'SUMMARY') return false;
  }
  return true;
};
const isAnnounced = (element: Element): boolean => isShown(element) && !element.closest('[aria-hidden=true], [inert]');

/**
 * Elements of the page, found again by Testing Library's queries at each use, as Playwright's locators of the same
 * names do. An act waits until exactly one element is there.
 */
export class Locator {
  readonly #find: () => Element[];

  constructor(find: () => Element[]) {
    this.#find = find;
  }

  getByRole(role: string, { name, exact, level }: Exactly & { name?: Words; level?: number } = {}): Locator {
    const options = {
      // `isAnnounced` asks the same without computing the styles of all ancestors
      hidden: true,
      ...(level !== undefined && { level }),
      ...(name !== undefined && { name: (found: string) => fits(normal(found), name, exact) }),
    };
    return this.#within((root) => queryAllByRole(root, role, options).filter(isAnnounced));
  }

  getByLabel(label: Words, { exact = false }: Exactly = {}): Locator {
    const matcher = (found: string) => fits(normal(found), label, exact);
    return this.#within((root) => [...new Set(queryAllByLabelText(root, matcher))]);
  }

  /** Finds the innermost elements that contain the text, which may be the found element itself. */
  getByText(words: Words, { exact = false }: Exactly = {}): Locator {
    return this.#within((root) => innermost(root, words, exact));
  }

  locator(selector: string, { hasText }: { hasText?: Words } = {}): Locator {
    const found = this.#within((root) => [...root.querySelectorAll(selector.replace(/^>/, ':scope >'))]);
    return hasText === undefined ? found : found.filter({ hasText });
  }

  filter({ hasText }: { hasText: Words }): Locator {
    return new Locator(() => this.#find().filter((element) => fits(normal(element.textContent), hasText)));
  }

  or(other: Locator): Locator {
    return new Locator(() => [...new Set([...this.#find(), ...other.#find()])]);
  }

  nth(index: number): Locator {
    return new Locator(() => this.#find().slice(index, index + 1));
  }

  first(): Locator {
    return this.nth(0);
  }

  last(): Locator {
    return new Locator(() => this.#find().slice(-1));
  }

  count(): Promise<number> {
    return Promise.resolve(this.#find().length);
  }

  isVisible(): Promise<boolean> {
    return Promise.resolve(this.#find().some(isShown));
  }

  allTextContents(): Promise<string[]> {
    return Promise.resolve(this.#find().map(({ textContent }) => textContent ?? ''));
  }

  /** Waits until one is visible, or for another state: in the page at all, or gone. */
  async waitFor({ state = 'visible' }: { state?: 'visible' | 'attached' | 'detached' | 'hidden' } = {}): Promise<void> {
    await until(() => {
      const found = this.#find();
      const seen = state === 'visible' || state === 'hidden' ? found.filter(isShown) : found;
      const wanted = state === 'visible' || state === 'attached' ? 1 : 0;
      if (seen.length !== wanted) throw new Error(`${seen.length} elements are ${state}, not ${wanted}${onPage()}`);
    });
  }

  async element(): Promise<HTMLElement> {
    return until(() => {
      const [found, ...others] = this.#find();
      if (others.length > 0) throw new Error(`${others.length + 1} elements fit, so it's not clear which is meant`);
      if (!(found instanceof HTMLElement)) throw new Error(`no such element${onPage()}`);
      return found;
    });
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.element()).getAttribute(name);
  }

  async textContent(): Promise<string | null> {
    return (await this.element()).textContent;
  }

  async inputValue(): Promise<string> {
    const element = await this.element();
    if (!isField(element)) throw new Error(`a ${element.tagName} has no value`);
    return element.value;
  }

  async isDisabled(): Promise<boolean> {
    return (await this.element()).matches(':disabled, [aria-disabled=true]');
  }

  async isChecked(): Promise<boolean> {
    const element = await this.element();
    return element instanceof HTMLInputElement ? element.checked : element.getAttribute('aria-checked') === 'true';
  }

  async click(): Promise<void> {
    await user.click(await this.#ready());
    await turn();
  }

  async dblclick(): Promise<void> {
    await user.dblClick(await this.#ready());
    await turn();
  }

  async check(): Promise<void> {
    if (!(await this.isChecked())) await this.click();
    await until(async () => {
      if (!(await this.isChecked())) throw new Error('the element is still not checked');
    });
  }

  async focus(): Promise<void> {
    const element = await this.#ready();
    element.focus();
    await turn();
  }

  /** Replaces a field's whole value at once. */
  async fill(value: string): Promise<void> {
    const element = await this.#ready();
    if (!isField(element)) throw new Error(`a ${element.tagName} can't be filled in`);
    element.focus();
    fireEvent.input(element, { target: { value } });
    await turn();
  }

  async selectOption(option: string | { label: string }): Promise<void> {
    const wanted = typeof option === 'string' ? option : option.label;
    const element = await this.#ready();
    const [found] = await until(() => {
      const options = optionsOf(element, wanted);
      if (options.length !== 1) throw new Error(`${options.length} options are called ${wanted}`);
      return options;
    });
    await user.selectOptions(element, found ?? []);
    await turn();
  }

  async press(key: string): Promise<void> {
    await this.focus();
    await keyboard.press(key);
  }

  async #ready(): Promise<HTMLElement> {
    return until(async () => {
      const element = await this.element();
      if (!isShown(element)) throw new Error('the element is hidden');
      if (element.matches(':disabled, [aria-disabled=true]')) throw new Error('the element is disabled');
      return element;
    });
  }

  #within(find: (root: HTMLElement) => Element[]): Locator {
    return new Locator(() => [
      ...new Set(this.#find().flatMap((root) => (root instanceof HTMLElement ? find(root) : []))),
    ]);
  }
}

const innermost = (element: Element, words: Words, exact: boolean): Element[] => {
  const text = normal(element.textContent);
  // A part can't have a text that the whole doesn't contain. A pattern may be about the part's start or end.
  if (typeof words === 'string' && !fits(text, words)) return [];
  const parts = [...element.children].flatMap((child) => innermost(child, words, exact));
  return parts.length > 0 || !fits(text, words, exact) ? parts : [element];
};

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const isField = (element: Element): element is Field => ['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName);

const optionsOf = (element: Element, wanted: string): HTMLOptionElement[] =>
  [...element.querySelectorAll('option')].filter(
    ({ value, textContent }) => value === wanted || normal(textContent) === wanted,
  );

/** Keys go to the focused element, as on a page. */
export const keyboard = {
  /** Presses one key, which may follow others that stay down ('Control+Enter'). */
  async press(keys: string): Promise<void> {
    const parts = keys.split('+');
    const [key = '', ...held] = parts.toReversed();
    const down = held.toReversed().map((one) => `{${one}>}`);
    const pressed = key.length === 1 ? key : `{${key}}`;
    await user.keyboard(`${down.join('')}${pressed}${held.map((one) => `{/${one}}`).join('')}`);
    await turn();
  },
  async type(text: string): Promise<void> {
    await user.keyboard(text.replaceAll(/[{[]/g, (bracket) => bracket + bracket));
    await turn();
  },
};

/** Waits until the page has painted and done what it put off, as it has before a person's next act. */
const turn = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
