/** Spellings that mean the same word, as people type them. Keys and values are in the form that `normalise` returns. */
const SPELLINGS: Readonly<Record<string, string>> = {
  please: 'pls plz plse pleas plase pleez plox',
  you: 'u yall yous',
  your: 'ur youre',
  text: 'txt tex',
  texts: 'txts texs texxts',
  texting: 'txting txtng texing textng textin txtin texitng textting texring texting4',
  message: 'msg mesage messege',
  messages: 'msgs mesages messeges messags mssgs',
  messaging: 'msging messeging mesaging',
  emails: 'emailz emials',
  email: 'emial',
  emailing: 'emialing',
  contacting: 'contactin contating',
  sending: 'sendin',
  calling: 'callin',
  stop: 'stpo sotp tsop sstop st0p 5top stahp dtop syop stpp sopt',
  quit: 'quitt qiut',
  dont: 'dnt donot dontt dont',
  unsubscribe:
    'unsubscribed unsubscribing unsub unsubcribe unsuscribe unsubscibe unsubscripe unsubsribe unsubscrib unscubscribe unsubsribed unsubcribed',
  remove: 'remov remvoe romove rmove',
  number: 'num nbr numbr',
  anymore: 'nomore2 anymor',
  because: 'cuz bc coz',
  with: 'w wit',
  and: 'n',
  are: 'r',
  por: 'x',
  que: 'q',
  de: 'd',
  favor: 'fa',
  mensajes: 'msjs mjs mensages mensagez mensajez msjes mensjaes',
  mensaje: 'msj mensage',
};

const WORDS = new Map(
  Object.entries(SPELLINGS).flatMap(([word, others]) => others.split(' ').map((other) => [other, word] as const)),
);

/** Word pairs that become one word, so that each rule needs to name only one form. */
const JOINED: readonly (readonly [RegExp, string])[] = [
  [/\bst(?:o{3,}p+|o+p{2,})\b/g, 'stop'],
  [/\bstp(?= (?:texting|messaging|sending|calling|emailing|contacting|it|please))/g, 'stop'],
  [/\b(?:do not|do nt|don t)\b/g, 'dont'],
  [/\b(?:does not|doesn t)\b/g, 'doesnt'],
  [/\b(?:did not|didn t)\b/g, 'didnt'],
  [/\b(?:can not|cannot|can t)\b/g, 'cant'],
  [/\b(?:could not|couldn t)\b/g, 'couldnt'],
  [/\b(?:will not|won t)\b/g, 'wont'],
  [/\b(?:would not|wouldn t)\b/g, 'wouldnt'],
  [/\b(?:should not|shouldn t)\b/g, 'shouldnt'],
  [/\b(?:is not|isn t|aint|ain t|isint)\b/g, 'isnt'],
  [/\b(?:i am|i m|iam)\b/g, 'im'],
  [/\b(?:we are|we re)\b/g, 'were'],
  [/\b(?:i have|i ve)\b/g, 'ive'],
  [/\b(?:i will|i ll)\b/g, 'ill'],
  [/\b(?:i would|i d)\b/g, 'id'],
  [/\bany ?more\b/g, 'anymore'],
  [/\bwanna\b/g, 'want to'],
  [/\b(?:gonna|fixing to|about to)\b/g, 'going to'],
  [/\be (mails?|mailing|mailed)\b/g, 'e$1'],
  [/\btext messag(?:e|es|ing)\b/g, 'texts'],
  [/\bvoice ?mails?\b/g, 'calls'],
  [/\bfollow(?:ing)? ups\b/g, 'followups'],
  [/\bun ?subscri[a-z]*\b/g, 'unsubscribe'],
  [/\bpor ?fa(?:vor|vorcito|s|vo)?\b/g, 'por favor'],
  [/\bcorreos? electronicos?\b/g, 'correos'],
];

/**
 * Rewrites normalized words to one common spelling: abbreviations, frequent typos, contractions written in full, and
 * stretched letters ('stoooop'). Words of the fence trade that look like typos (shop, step, stoop) stay as they are.
 */
export const plainWords = (normalised: string): string => {
  const spelt = normalised
    .split(' ')
    .map((word) => WORDS.get(word) ?? word)
    .join(' ');
  return JOINED.reduce((words, [from, to]) => words.replace(from, to), spelt);
};

/** Joins alternatives of a pattern. Each line may contain several, separated by a vertical bar. */
export const anyOf = (...alternatives: readonly string[]): string => `(?:${alternatives.join('|')})`;

/** Compiles patterns that match whole words anywhere in a text. */
export const phrases = (patterns: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'u');
