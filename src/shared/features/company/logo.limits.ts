/** The maximum size of a logo file, in bytes (spec, section 5). */
export const LOGO_BYTES = 2 * 1024 * 1024;
/** Stored logos are scaled down to fit into this box, in pixels. */
export const LOGO_BOX = { width: 600, height: 300 };
export const LOGO_REFUSAL = 'Choose a PNG, JPG or SVG image that’s 2 MB or smaller';
/** The file may be right: it only took too long. */
export const LOGO_TOO_SLOW = 'This logo took too long to process. Try again, or use a simpler image';
/** Said when an SVG has text, because its fonts aren't on our machines. */
export const LOGO_TEXT_NOTE =
  'This SVG contains text, and we drew it with our own font. To keep yours, convert the text to outlines (paths) and upload it again.';
/** Whether an SVG draws text with fonts, instead of outlines. */
export const hasSvgText = (file: string): boolean =>
  /<(?:\w+:)?svg\b/i.test(file) && /<(?:\w+:)?(?:text|tspan|textPath)[\s>]/i.test(file);
