// Before the first paint: a reader who chose the dark never sees a white flash. The rest is src/theme.
// And a page that was made at build is not shown to whom it is not meant for: a visitor's to one
// who has signed in here, a reader's to a visitor or when more of it is asked for than its
// beginning, neither in another language than was chosen.
try {
  const { dataset, lang } = document.documentElement;
  const mode = localStorage.getItem('lectern.theme');
  if (mode === 'light' || mode === 'dark') dataset.theme = mode;
  const language = localStorage.getItem('lectern.language') ?? lang;
  const token = sessionStorage.getItem('lectern.token') ?? localStorage.getItem('lectern.token');
  const meant = dataset.of === 'reader' ? token && !location.search && !location.hash : !token;
  if (!meant || language !== lang) dataset.unfit = '';
} catch {
  // Storage is forbidden here: the system's preference decides, and nobody has signed in.
  if (document.documentElement.dataset.of === 'reader') document.documentElement.dataset.unfit = '';
}
