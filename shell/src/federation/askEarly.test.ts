import { findRoute } from '../routes/findRoute.ts';
import { firstParts } from './askEarly.ts';

it.each(Object.entries(firstParts))('what %s begins with is what its route is made of', (path, parts) => {
  const entry = findRoute(path)?.entry;
  const remotes = [...(entry && 'remote' in entry.page ? [entry.page] : []), ...(entry?.widgets ?? [])];
  expect(parts).toEqual(remotes.map(({ remote, expose }) => [remote, expose]));
});
