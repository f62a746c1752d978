// Before the first paint: a reader who chose the dark never sees a white flash. The rest is src/theme.
// And one who has signed in here does not see the page for visitors on the way to the dashboard.
try {
  const { dataset } = document.documentElement;
  const mode = localStorage.getItem('lectern.theme');
  if (mode === 'light' || mode === 'dark') dataset.theme = mode;
  if (sessionStorage.getItem('lectern.token') ?? localStorage.getItem('lectern.token'))
    dataset.returning = '';
} catch {
  // Storage is forbidden here: the system's preference decides.
}
