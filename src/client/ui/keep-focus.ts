import type { MouseEvent } from 'react';

/**
 * For `onMouseDown` of a button that saves or sends. It keeps the focus in the field. Otherwise the field would be
 * checked first, and an error that appears or disappears could move the button between mouse down and click.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
