/**
 * A button's colors, based on the company's color: `fill` is the background and `label` the text, both '#rrggbb'.
 * `ratio` is their contrast.
 */
export interface BrandFill {
  fill: string;
  label: string;
  ratio: number;
}

/** The default brand color (spec, section 9). */
export const DEFAULT_BRAND_COLOR = '#3b82f6';

type Triple = readonly [number, number, number];

const WHITE = '#ffffff';
/** The design's dark text color: oklch(0.24 0.026 225). */
const INK: Triple = [0.24, 0.026, 225];
/** The contrast that WCAG 2.2 AA requires for text. */
const ENOUGH = 4.5;

const channelOf = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
const rgbOf = (hex: string): Triple => [channelOf(hex, 1), channelOf(hex, 3), channelOf(hex, 5)];

const linear = (channel: number): number => {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const gamma = (value: number): number => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);

const luminance = ([r, g, b]: Triple): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

const contrast = (a: string, b: string): number => {
  const [one, other] = [luminance(rgbOf(a)), luminance(rgbOf(b))];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
};

const hexOfOklch = ([L, C, h]: Triple): string => {
  const [a, b] = [C * Math.cos((h * Math.PI) / 180), C * Math.sin((h * Math.PI) / 180)];
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const byte = (value: number) => Math.round(Math.min(1, Math.max(0, gamma(Math.max(0, value)))) * 255);
  return `#${channels.map((value) => byte(value).toString(16).padStart(2, '0')).join('')}`;
};

const oklchOf = (hex: string): Triple => {
  const [r, g, b] = [linear(channelOf(hex, 1)), linear(channelOf(hex, 3)), linear(channelOf(hex, 5))];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const B = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const L = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return [L, Math.hypot(a, B), ((Math.atan2(B, a) * 180) / Math.PI + 360) % 360];
};

/**
 * Returns the fill and label colors of a button in the contractor's color, so that the label is readable. The label is
 * white if its contrast with the color is at least 4.5. Otherwise, a light color gets a dark label. Any other color is
 * darkened in OKLCH until white has enough contrast. Anything other than '#rrggbb' is replaced with the default color.
 */
export const brandFill = (color: string): BrandFill => {
  const fill = /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : DEFAULT_BRAND_COLOR;
  const white = contrast(fill, WHITE);
  if (white >= ENOUGH) return { fill, label: WHITE, ratio: white };
  const [L, C, H] = oklchOf(fill);
  const ink = hexOfOklch(INK);
  if (L >= 0.72) return { fill, label: ink, ratio: contrast(fill, ink) };
  for (let lightness = L; lightness > 0; lightness -= 0.005) {
    const darker = hexOfOklch([lightness, C, H]);
    // Aims slightly above the minimum, because rounding the channels to integers could reduce the contrast.
    if (contrast(darker, WHITE) >= ENOUGH + 0.1) return { fill: darker, label: WHITE, ratio: contrast(darker, WHITE) };
  }
  return { fill: ink, label: WHITE, ratio: contrast(ink, WHITE) };
};
