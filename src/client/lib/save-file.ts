/** Downloads text as a file. */
export const saveFile = (name: string, text: string, type = 'text/csv;charset=utf-8'): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read the URL asynchronously, which takes longer in Safari. The URL is therefore revoked only after a
  // minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
