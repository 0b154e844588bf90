import { ask, byId, make, say, wordsOf } from './page.ts';

/** A Stripe object that requires user action, with a label from the server. `open` is its hosted page. */
export interface CheckoutRow {
  id: string;
  title: string;
  detail: string;
  open?: string;
  actions: { words: string; path: string; body?: object }[];
}

export function showCheckouts(rows: CheckoutRow[]): void {
  byId('checkouts-none').hidden = rows.length > 0;
  byId('checkouts').replaceChildren(...rows.map(row));
}

function row({ title, detail, open, actions }: CheckoutRow): HTMLLIElement {
  return make(
    'li',
    {},
    open === undefined
      ? make('strong', { text: title })
      : make('a', { href: open, target: '_blank', rel: 'noopener', text: title }),
    make('span', { className: 'meta', text: detail }),
    make('div', { className: 'quick' }, ...actions.map(button)),
  );
}

function button({ words, path, body = {} }: CheckoutRow['actions'][number]): HTMLButtonElement {
  const element = make('button', { type: 'button', className: 'btn', text: words });
  element.addEventListener('click', () => {
    element.disabled = true;
    ask(path, 'POST', body).then(
      () => say('Done.'),
      (error: unknown) => {
        say(wordsOf(error));
        element.disabled = false;
      },
    );
  });
  return element;
}
