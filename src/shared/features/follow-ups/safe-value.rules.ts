/**
 * What phones and email clients make a link of: a scheme, 'www.', an IP address, or a dot between a letter or digit and
 * two letters or more. They know ever more endings of domains, so none is listed; 'St. James', 'Apt 4.B' and 'S.W.'
 * have a blank after the dot, or one letter.
 */
const LINK = new RegExp(
  [
    String.raw`:\/\/`,
    String.raw`\b(?:https?|mailto|tel|sms):`,
    String.raw`\bwww\.`,
    String.raw`[\p{L}\p{N}][.\u3002]\p{L}{2}`,
    String.raw`\b\d{1,3}(?:\.\d{1,3}){3}\b`,
  ].join('|'),
  'iu',
);

/**
 * A name or an address for inserting into a message; '' if it contains a link. Anyone can enter one in a public form,
 * with a stranger's number. Normalized as a phone shows it: full-width characters to plain ones, invisible ones
 * removed.
 */
export const safeValue = (text: string): string =>
  LINK.test(text.normalize('NFKC').replace(/\p{Cf}/gu, '')) ? '' : text;
