// Before the first paint: a reader who chose the dark never sees a white flash. The rest is src/theme.
// And one who has signed in here, or has chosen another language than the browser's, does not see the page that was made
// for visitors on the way to their own.
try {
  const { dataset } = document.documentElement;
  const mode = localStorage.getItem('lectern.theme');
  if (mode === 'light' || mode === 'dark') dataset.theme = mode;
  const language = localStorage.getItem('lectern.language') ?? document.documentElement.lang;
  const token = sessionStorage.getItem('lectern.token') ?? localStorage.getItem('lectern.token');
  if (token || language !== document.documentElement.lang) dataset.returning = '';
} catch {
  // Storage is forbidden here: the system's preference decides.
}
