import type { MouseEvent } from 'react';

/**
 * For `onMouseDown` of a button that saves or sends. It keeps the focus in the field. Otherwise, the field would lose
 * focus and be validated first, and an error that appears or disappears could move the button between mousedown and
 * click.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
