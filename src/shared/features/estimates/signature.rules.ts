import { z } from 'zod';

/** The box for drawing a signature; its strokes use these units. */
export const SIGNATURE_BOX = { width: 600, height: 180 } as const;

/** Longest mark that is kept. */
export const MAX_MARK = 20_000;

/** Strokes as the path of an SVG: 'M12 40L13 44 …', whole units inside the box, nothing else. */
const STROKES = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)+$/;

const pointsOf = (path: string): [x: number, y: number][] =>
  [...path.matchAll(/(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

/** Whether a text is a drawn mark: strokes inside the box that go somewhere. */
export const isDrawnMark = (text: string): boolean => {
  if (text.length > MAX_MARK || !STROKES.test(text)) return false;
  const points = pointsOf(text);
  if (points.some(([x, y]) => x > SIGNATURE_BOX.width || y > SIGNATURE_BOX.height)) return false;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys) >= 20;
};

const MARK_HINT = 'Draw your signature again, or type your name instead';

/** What signs beside the name: strokes as drawn, or a typed name; nothing: the name itself. */
export const markSchema = z
  .string()
  .trim()
  .max(MAX_MARK, MARK_HINT)
  .refine((text) => text.length <= 120 || isDrawnMark(text), MARK_HINT)
  .refine((text) => !/[\p{Cc}<>]/u.test(text), MARK_HINT);

/** What a homeowner agrees to (C29). New wording gets a new version: each signature keeps its own. */
export const SIGN_CONSENT = {
  version: '2026-11-22',
  text: 'I have read this estimate with its terms. I accept it, and I agree to sign it electronically: my typed or drawn signature has the same effect as one on paper.',
} as const;
