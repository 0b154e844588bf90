// Before the first paint: the theme that was chosen, so that nothing flashes. A file, so that no inline script is needed.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // storage may be refused: then the system's theme holds
}
