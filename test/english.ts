const ENGLISH =
  /\b(?:the|your|you|and|of|for|with|are|this|that|from|by|at|it|will|or|not|we|us|please|today|estimate|fence|gates?|feet|deposit|balance|sign(?:ed)?|terms|call|paid|valid|through|sent|due|download|decline|question|reply|hi|there|stop follow|unsubscribe|page|total price)\b/gi;

/** Returns the English words in a Spanish text. Names of the company, people, places and materials are ignored. */
export const englishIn = (text: string, names: readonly string[]): string[] => {
  const plain = names.reduce((left, name) => left.replaceAll(name, ' '), text);
  return (
    plain
      .replace(/https?:\/\/\S+|\S+@\S+/g, ' ')
      .normalize('NFC')
      // removes words with accented letters, because `\b` also matches within them
      .replace(/\p{L}*[áéíóúñü]\p{L}*/giu, ' ')
      .match(ENGLISH) ?? []
  );
};

/** Returns the text that a person reads on a page. Includes labels. Omits styles, scripts and other attributes. */
export const textOf = (html: string): string =>
  [
    ...html
      .replace(/<(style|script)[^>]*>[\s\S]*?<\/\1>/g, ' ')
      .matchAll(/(?:aria-label|alt|title|placeholder)="([^"]*)"|>([^<]+)/g),
  ]
    .map(([, label, text]) => label ?? text)
    .join('\n');
