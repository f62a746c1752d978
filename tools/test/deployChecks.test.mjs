import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { CONTRACT_VERSION } from '../../shared-contracts/src/contract/version.ts';
import { globalSelectors } from '../lib/deploy/globalStyles.mjs';
import { sampleDeploys, versionOf } from '../lib/testing/sampleBuild.mjs';

describe('[O-07] a deploy', () => {
  const shell = { version: '1.0.0', contracts: [CONTRACT_VERSION], shared: { react: '19.3.1' } };
  const manifest = (requiredVersion) => ({
    exposes: [],
    shared: [{ name: 'react', version: '', requiredVersion, singleton: true }],
  });
  let place;
  let build;
  const write = (file, content) =>
    writeFileSync(join(build, file), typeof content === 'string' ? content : JSON.stringify(content));
  const deployed = () => place.deployed('', { build, shell });
  beforeEach(() => {
    place = sampleDeploys();
    build = place.built('one');
  });
  afterEach(() => place.remove());

  it('takes a remote with the React of the shell and styles of its own', async () => {
    write('mf-manifest.json', manifest('^19.0.0'));
    write('a.css', '.lending p { margin: 0 }');
    assert.match(versionOf((await deployed()).current), /^1\.0\.0-/);
  });

  it('lists the packages in the code of a version beside it', async () => {
    const sources = [
      'webpack://@lectern/mf-x/../node_modules/marked/lib/marked.esm.js',
      'webpack://@lectern/mf-x/../node_modules/@radix-ui/react-dialog/dist/index.mjs',
      'webpack://@lectern/mf-x/./src/Page.tsx',
    ];
    write('mf-manifest.json', manifest('^19.0.0'));
    write('page.js.map', { sources });
    const version = versionOf((await deployed()).current);
    const { packages } = JSON.parse(await place.target.read(`mf-search/${version}/provenance.json`));
    assert.match(packages.join(), /^@radix-ui\/react-dialog@\d[\d.]+,marked@\d[\d.]+$/);
  });

  it('refuses a remote that was built for another major version of a shared library', async () => {
    write('mf-manifest.json', manifest('^18.3.1'));
    await assert.rejects(
      deployed(),
      /Refused; nothing was changed\.\nmf-search .*react \^18\.3\.1 instead of 19\.3\.1/,
    );
  });

  it('refuses a remote that brings a copy of a shared library', async () => {
    write('remoteEntry.js.map', { sources: ['webpack://x/./node_modules/react-dom/index.js'] });
    await assert.rejects(deployed(), /contains a copy of react-dom/);
  });

  for (const [file, text, says] of [
    ['a.css', '* { color: red !important }', /reach outside of it: \*/],
    ['a.css', '.own{}@media print{body,h1 > p{display:none}}', /outside of it: body, h1 > p\./],
    ['page.js', 'const a=(0,s.createGlobalStyle)`*{color:red}`', /outside of it: createGlobalStyle/],
  ])
    it(`refuses a remote with the global style ${text}`, async () => {
      write(file, text);
      await assert.rejects(deployed(), says);
    });
});

it('[O-07] selectors without a class, an id or an attribute are global', () => {
  const css = `@import "a"; /* * { */ * { a: b } .a b, button:hover { a: b } @media (x) { body { a: b } .q { a: b } }
    @font-face { a: b } :is(.a, b) p { a: b } @keyframes k { from { a: b } } :root { --a: 1 } .x { p { a: b } }
    h1:not(.a) { a: b } [data-a="{"] { a: b } @layer a; html { a: b } .e:not(:lang(ar), :lang(fa)) { a: b }`;
  assert.deepEqual(globalSelectors(css), ['*', 'button:hover', 'body', ':root', 'h1:not(.a)', 'html']);
});
