/**
 * npm run new-remote -- mf-name: a remote that works, with a page at /name, a test, and what the registry says of it.
 * No other package is changed: the shell learns of its page from the registry.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root as checkout } from './lib/paths.mjs';

/** The files of a new remote, by path below its folder. @param {Record<string, string>} versions of the libraries */
export function filesOf(name, versions) {
  const word = name.slice('mf-'.length);
  const title = word.replace(/(^|-)([a-z])/g, (_, dash, letter) => (dash ? ' ' : '') + letter.toUpperCase());
  const page = `${title.replaceAll(' ', '')}Page`;
  const manifest = {
    name: `@lectern/${name}`,
    version: '0.1.0',
    private: true,
    license: 'Apache-2.0',
    type: 'module',
    scripts: { dev: 'node ../tools/dev-remote.mjs' },
    lectern: { routes: [{ path: `/${word}`, title, expose: page }], budget: { [page]: 30_000 } },
    dependencies: versions,
  };
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    [`src/expose/${page}.tsx`]: `import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { ${page} } from '../${page}.tsx';

export default federated({ namespace: '${name}', component: ${page} });
`,
    [`src/${page}.tsx`]: `import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';

/** The page at /${word}. */
export function ${page}() {
  const t = useTranslate();
  const user = useReadable(useHost().auth.user);
  return <PageHeader title={t('${title}')} lead={t('A page for {{name}}.', { name: user?.name ?? '' })} />;
}
`,
    [`src/${page}.test.tsx`]: `import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { screen } from '@testing-library/react';
import { ${page} } from './${page}.tsx';

it('greets its reader', () => {
  renderInHost(<${page} />);
  expect(screen.getByRole('heading', { name: '${title}' })).toBeInTheDocument();
  expect(screen.getByText('A page for Ada Reader.')).toBeInTheDocument();
});
`,
    'src/locales/en.json': '{}\n',
  };
}

/** @param {string} name @param {string} root of the checkout @returns {string[]} what was written */
export function newRemote(name, root = checkout) {
  if (!/^mf-[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? '')) {
    throw new Error(`A remote is called mf- and a word in small letters, not '${name ?? ''}'.`);
  }
  if (existsSync(join(root, name))) throw new Error(`${name} is there already.`);
  const { dependencies } = JSON.parse(readFileSync(join(root, 'shell', 'package.json'), 'utf8'));
  const versions = Object.fromEntries(
    ['react', 'react-dom', 'styled-components'].map((library) => [library, dependencies[library]]),
  );
  const files = Object.entries(filesOf(name, versions)).map(([path, text]) => [join(name, path), text]);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const manifest = join(root, 'package.json');
  const text = readFileSync(manifest, 'utf8');
  // After the last of them.
  writeFileSync(manifest, text.replace(/([\s\S]*"mf-[a-z0-9-]+")/, `$1,\n    "${name}"`));
  return files.map(([path]) => path);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const name = process.argv[2];
    for (const path of newRemote(name)) console.log(path);
    console.log(`
npm install                 makes it known to npm
npm run dev -w ${name}     it alone, as you write it
npm run unit -- --selectProjects ${name}
npm run deploy -- ${name}  into the registry; its page is there without another build`);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
