/**
 * Whether a string is valid base64, judged by its characters and padding. It doesn't use an anchored regular
 * expression, because the engine would store a position for each character, and there can be millions of characters.
 */
export function isBase64(text: string): boolean {
  const padding = text.indexOf('=');
  if (padding !== -1 && !/^={1,2}$/.test(text.slice(padding, padding + 3))) return false;
  return padding !== 0 && text.length > 0 && !/[^A-Za-z0-9+/=]/.test(text);
}
