/** Gives a person text as a file, as a download does. */
export const saveFile = (name: string, text: string, type = 'text/csv;charset=utf-8'): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the browser has taken it by the next turn; Safari takes a little longer
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
