import { formatPhone } from '../../primitives/format-phone.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../primitives/language.ts';

export const MOST_PAUSED_TEXT = 300;

/** Returns the text that a paused widget shows by default. `phone` is in E.164. */
export const defaultPausedText = (
  { name, phone }: { name: string; phone: string | null },
  language: Language = DEFAULT_LANGUAGE,
): string => {
  if (language === 'es')
    return `${name} no recibe solicitudes en línea en este momento.${phone === null ? '' : ` Llame al ${formatPhone(phone)}.`}`;
  return `${name} isn’t taking requests online right now.${phone === null ? '' : ` Please call ${formatPhone(phone)}.`}`;
};
