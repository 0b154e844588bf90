/** Inserts text such as a tag or placeholder at a position. Adds a space before the text if it follows a word. */
export const insertAt = (text: string, addition: string, from: number, to: number): { text: string; caret: number } => {
  const before = text.slice(0, from);
  const joined = /\w$/.test(before) ? `${before} ${addition}` : before + addition;
  return { text: joined + text.slice(to), caret: joined.length };
};
