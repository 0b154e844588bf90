import { on } from '../dom.ts';

/**
 * Prevents a mouse press in a form from moving focus, except to another field. Otherwise, a message that appears or
 * disappears when a field loses focus could move the button between mousedown and click.
 */
export const steadyFocus = (form: HTMLElement): void =>
  on(form, 'mousedown', (event) => {
    if (!(event.target as Element).matches('textarea, input:not([type=radio], [type=checkbox])'))
      event.preventDefault();
  });
