/**
 * Whether a text is base64, by its characters and padding. An anchored regular expression over millions of characters
 * would store one position for each.
 */
export function isBase64(text: string): boolean {
  const padding = text.indexOf('=');
  if (padding !== -1 && !/^={1,2}$/.test(text.slice(padding, padding + 3))) return false;
  return padding !== 0 && text.length > 0 && !/[^A-Za-z0-9+/=]/.test(text);
}
