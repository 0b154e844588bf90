import { z } from 'zod';
import { DEFAULT_LANGUAGE, type Language } from '../../primitives/language.ts';
import { calculatedWords } from './words.ts';

/** The signature box's size, in the units of its strokes. */
export const SIGNATURE_BOX = { width: 600, height: 180 } as const;

/** The maximum length of a stored signature mark, in characters. */
export const MAX_MARK = 20_000;

/** Strokes as an SVG path such as 'M12 40L13 44 …', with integer coordinates inside the box and no other commands. */
const STROKES = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)+$/;

const pointsOf = (path: string): [x: number, y: number][] =>
  [...path.matchAll(/(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

/** Whether a string is a drawn signature: strokes inside the box, with at least one longer than a dot. */
export const isDrawnMark = (text: string): boolean => {
  if (text.length > MAX_MARK || !STROKES.test(text)) return false;
  const points = pointsOf(text);
  if (points.some(([x, y]) => x > SIGNATURE_BOX.width || y > SIGNATURE_BOX.height)) return false;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys) >= 20;
};

const MARK_HINT = calculatedWords(DEFAULT_LANGUAGE).drawAgain;

/** Whether a name can be a signature: it has a letter of any script. Spaces, digits and dots alone sign nothing. */
export const hasLetter = (name: string): boolean => /\p{L}/u.test(name);

/** Whether a mark is a typed name. A drawing that is only a dot isn't. */
const isTypedMark = (text: string): boolean => text.length <= 120 && hasLetter(text) && !STROKES.test(text);

/** The signature mark beside the name: drawn strokes or a typed name. If empty, the name itself is the signature. */
export const markSchema = z
  .string()
  .trim()
  .max(MAX_MARK, MARK_HINT)
  .refine((text) => text === '' || isDrawnMark(text) || isTypedMark(text), MARK_HINT)
  .refine((text) => text.isWellFormed() && !/[\p{Cc}<>]/u.test(text), MARK_HINT);

/**
 * The consent text for signing (C29), by language. Changing the text requires a new version. Each signature is stored
 * with the version that the homeowner agreed to.
 */
export const SIGN_CONSENTS: Record<Language, { readonly version: string; readonly text: string }> = {
  en: {
    version: '2026-11-22',
    text: 'I have read this estimate with its terms. I accept it, and I agree to sign it electronically: my typed or drawn signature has the same effect as one on paper.',
  },
  es: {
    version: '2026-11-22-es',
    text: 'He leído este presupuesto con sus términos. Lo acepto y acepto firmarlo electrónicamente: mi firma escrita o dibujada tiene el mismo efecto que una en papel.',
  },
};

/** The consent text for signing a change of a signed estimate, by language. The same rules apply. */
export const CHANGE_CONSENTS: typeof SIGN_CONSENTS = {
  en: {
    version: '2026-11-28-change',
    text: 'I have read this change to my signed estimate, whose terms stay the same. I accept it, and I agree to sign it electronically: my typed or drawn signature has the same effect as one on paper.',
  },
  es: {
    version: '2026-11-28-change-es',
    text: 'He leído este cambio a mi presupuesto firmado, cuyos términos siguen iguales. Lo acepto y acepto firmarlo electrónicamente: mi firma escrita o dibujada tiene el mismo efecto que una en papel.',
  },
};

export const SIGN_CONSENT = SIGN_CONSENTS.en;
