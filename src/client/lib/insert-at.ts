/** Puts text at a place of another, for tags and placeholders; with a space before it where a word ends there. */
export const insertAt = (text: string, addition: string, from: number, to: number): { text: string; caret: number } => {
  const before = text.slice(0, from);
  const joined = /\w$/.test(before) ? `${before} ${addition}` : before + addition;
  return { text: joined + text.slice(to), caret: joined.length };
};
