/**
 * What phones and mail programs make a link of: a scheme, 'www.', an IP address, or a dot between a letter or digit
 * and two letters or more. They know ever more endings of domains, so none is listed; 'St. James', 'Apt 4.B' and
 * 'S.W.' have a blank after the dot, or one letter.
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
 * A name or an address as it may be filled into a message; '' where it holds a link. Anyone may type one into a public
 * form, with a stranger's number beside it. Read as a phone shows it: full width as plain letters, unseen characters
 * gone.
 */
export const safeValue = (text: string): string =>
  LINK.test(text.normalize('NFKC').replace(/\p{Cf}/gu, '')) ? '' : text;
