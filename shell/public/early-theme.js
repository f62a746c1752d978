// Before the first paint: a reader who chose the dark never sees a white flash. The rest is src/theme.
// And a visitor's page that was made at build is not shown to one who has signed in here, nor in
// another language than was chosen.
try {
  const { dataset, lang } = document.documentElement;
  const mode = localStorage.getItem('lectern.theme');
  if (mode === 'light' || mode === 'dark') dataset.theme = mode;
  const language = localStorage.getItem('lectern.language') ?? lang;
  const token = sessionStorage.getItem('lectern.token') ?? localStorage.getItem('lectern.token');
  if (token || language !== lang) dataset.unfit = '';
} catch {
  // Storage is forbidden here: the system's preference decides, and nobody has signed in.
}
