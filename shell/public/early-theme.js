// Before the first paint: a reader who chose the dark never sees a white flash. The rest is src/theme.
try {
  const mode = localStorage.getItem('lectern.theme');
  if (mode === 'light' || mode === 'dark') document.documentElement.dataset.theme = mode;
} catch {
  // Storage is forbidden here: the system's preference decides.
}
