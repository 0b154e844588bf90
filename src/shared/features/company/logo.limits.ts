/** The maximum size of a logo file, in bytes (spec, section 5). */
export const LOGO_BYTES = 2 * 1024 * 1024;
/** Stored logos are scaled down to fit into this box, in pixels. */
export const LOGO_BOX = { width: 600, height: 300 };
export const LOGO_REFUSAL = 'Choose a PNG, JPG or SVG image that’s 2 MB or smaller';
