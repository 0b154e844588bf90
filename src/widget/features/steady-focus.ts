import { on } from '../dom.ts';

/**
 * Lets a mouse press in a form move the focus only to another field. Otherwise a message that appears or disappears
 * when a field loses focus could move the button away between mouse down and click.
 */
export const steadyFocus = (form: HTMLElement): void =>
  on(form, 'mousedown', (event) => {
    if (!(event.target as Element).matches('textarea, input:not([type=radio], [type=checkbox])'))
      event.preventDefault();
  });
