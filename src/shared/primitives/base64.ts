/**
 * Whether a text is base64, by its characters and its end. An anchored pattern over millions of characters would keep
 * one position for each of them.
 */
export function isBase64(text: string): boolean {
  const padding = text.indexOf('=');
  if (padding !== -1 && !/^={1,2}$/.test(text.slice(padding, padding + 3))) return false;
  return padding !== 0 && text.length > 0 && !/[^A-Za-z0-9+/=]/.test(text);
}
