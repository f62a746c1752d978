/** How React Router gets into a production build. */
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';

/** Aliases. The package refers to its development build in every mode; that has the warnings for developers. */
export const routerForReaders = Object.fromEntries(
  Object.entries({ 'react-router$': 'index', 'react-router/dom$': 'dom-export' }).map(([name, file]) => [
    name,
    join(root, 'node_modules', 'react-router', 'dist', 'production', `${file}.mjs`),
  ]),
);

/** The rule for its modules. Only the shell contains them; outside the repository the loader does not exist. */
export const routerRule = {
  test: /[\\/]react-router[\\/]dist[\\/]production[\\/].*\.mjs$/,
  loader: join(root, 'tools', 'rspack', 'unusedComponents.mjs'),
};
