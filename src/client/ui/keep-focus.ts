import type { MouseEvent } from 'react';

/**
 * Use this as the `onMouseDown` of a button that saves or sends. It keeps focus in the field. Otherwise, the field
 * would lose focus and be validated first. An error that appears or disappears could then move the button between
 * mousedown and click.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
