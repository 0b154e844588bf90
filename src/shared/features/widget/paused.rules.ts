import { formatPhone } from '../../primitives/format-phone.ts';

export const MOST_PAUSED_TEXT = 300;

/** Returns the default text of a paused widget. `phone` is in E.164. */
export const defaultPausedText = ({ name, phone }: { name: string; phone: string | null }): string =>
  `${name} isn’t taking requests online right now.${phone === null ? '' : ` Please call ${formatPhone(phone)}.`}`;
