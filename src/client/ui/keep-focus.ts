import type { MouseEvent } from 'react';

/**
 * For `onMouseDown` of a button that saves or sends: the press leaves the focus in the field. Leaving it would
 * check the field first, and a message that comes or goes would move the button away between press and click.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
