/**
 * The Rspack configuration: a common base for all builds, and the additions of the shell and of remotes.
 * The build of the shell knows no remote; a remote knows only the names of the shared libraries.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import { namePlaceholder } from '../lib/build/deterministicEntry.mjs';
import { root, shellDist } from '../lib/paths.mjs';
import { exposesOf } from '../lib/registry/publish.mjs';
import { AskWithTheDocument } from './askWithTheDocument.mjs';

const manifestOf = (workspace) => JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));

/** Outside the repository there is no shell, and no remote there needs its version. */
const shellVersion = () =>
  existsSync(join(root, 'shell', 'package.json')) ? manifestOf('shell').version : '';

/**
 * Popup primitives have state as well (stacking order, focus), and are a large part of a remote's code. A remote uses
 * the shell's copy if the version is compatible, and otherwise loads its own.
 */
const primitives = ['dialog', 'dropdown-menu', 'popover', 'roving-focus', 'tabs', 'tooltip'].map(
  (name) => `@radix-ui/react-${name}`,
);

const installed = (name) => manifestOf(join('node_modules', name)).version;

/**
 * Libraries that must be singletons in the page because of their state: React's hooks, the style sheet.
 * The shell provides them (shell/src/remotes/federation/moduleFederation.ts); a remote contains no copy. Everything
 * else, except for the primitives, is bundled by each remote itself.
 */
export const singletons = ['react', 'react/jsx-runtime', 'react-dom', 'styled-components'];
const packageOf = (name) => (name.startsWith('@') ? name : name.split('/')[0]);

/** What a remote takes from the shell. */
function shared(workspace) {
  const { dependencies } = manifestOf(workspace);
  return Object.fromEntries([
    ...singletons.map((name) => [
      name,
      { singleton: true, requiredVersion: `^${dependencies[packageOf(name)]}`, import: false },
    ]),
    ...primitives.map((name) => [name, { requiredVersion: `^${installed(name)}` }]),
  ]);
}

const federationRuntime = '@module-federation/runtime/rspack.js';
const ownPathLoader = join(root, 'tools', 'rspack', 'withoutOwnPath.mjs');

/** Libraries that the shell provides: versions by name. */
export const lent = () =>
  Object.fromEntries([...singletons, ...primitives].map((name) => [name, installed(packageOf(name))]));

/**
 * The federation plugin refers to the CommonJS file of its runtime, which cannot be tree-shaken. These aliases refer to
 * the ES modules instead.
 */
const federationAsModules = Object.fromEntries(
  ['webpack-bundler-runtime', 'runtime', 'runtime-core', 'sdk'].map((name) => {
    const file = join(root, 'node_modules', '@module-federation', name, 'dist', 'index.cjs');
    return [file, file.replace(/cjs$/, 'js')];
  }),
);

/** Aliases. React Router refers to its development build in every mode; that has the warnings for developers. */
const routerForReaders = Object.fromEntries(
  Object.entries({ 'react-router$': 'index', 'react-router/dom$': 'dom-export' }).map(([name, file]) => [
    name,
    join(root, 'node_modules', 'react-router', 'dist', 'production', `${file}.mjs`),
  ]),
);

/** The rule for its modules. Only the shell contains them; outside the repository the loader does not exist. */
const routerRule = {
  test: /[\\/]react-router[\\/]dist[\\/]production[\\/].*\.mjs$/,
  loader: join(root, 'tools', 'rspack', 'unusedComponents.mjs'),
};

export function base({ workspace, mode, output }) {
  const production = mode === 'production';
  return {
    name: workspace,
    mode,
    context: join(root, workspace),
    target: ['web', 'es2022'],
    devtool: production ? 'source-map' : 'cheap-module-source-map',
    output: {
      path: output,
      clean: true,
      filename: production ? '[name].[contenthash:10].js' : '[name].js',
      chunkFilename: production ? '[name].[contenthash:10].js' : '[name].js',
      cssFilename: production ? '[name].[contenthash:10].css' : '[name].css',
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
      uniqueName: workspace,
      crossOriginLoading: 'anonymous',
      // A module that throws fails at each request. Otherwise later requests would get its partial exports.
      strictModuleErrorHandling: true,
      // A little less than the timeout of the loader (shell/src/remotes/federation/loader.ts).
      chunkLoadTimeout: 40_000,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js', '.json'],
      alias: { ...federationAsModules, ...(production ? routerForReaders : {}) },
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          type: 'javascript/auto',
          loader: 'builtin:swc-loader',
          options: {
            target: 'es2022',
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              // React's development runtime is not used: only 'react/jsx-runtime' is shared, so a development remote
              // over a deployed shell would bring one that expects another React.
              transform: { react: { runtime: 'automatic', development: false } },
            },
          },
        },
        // The federation's runtime imports a package by its path on this machine. Missing in the kit.
        ...(existsSync(ownPathLoader) ? [{ test: federationRuntime, loader: ownPathLoader }] : []),
        { test: /\.css$/, type: 'css/auto' },
        { test: /[\\/]pdf_viewer\.css$/, loader: join(root, 'tools', 'rspack', 'pdfViewerRules.mjs') },
        { test: /\.(woff2?|png|webp|jpg|svg)$/, type: 'asset/resource' },
        ...(workspace === 'shell' ? [routerRule] : []),
        {
          test: /[\\/]pdf\.worker\.min\.mjs$/,
          loader: join(root, 'tools', 'rspack', 'largeMasks.mjs'),
          type: 'asset/resource',
        },
      ],
    },
    optimization: { chunkIds: 'deterministic', moduleIds: 'deterministic' },
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
    plugins: [
      new rspack.DefinePlugin({
        'process.env.LECTERN_VERSION': JSON.stringify(shellVersion()),
        'process.env.LECTERN_MODE': JSON.stringify(mode),
        'process.env.LECTERN_REMOTES_PUBLIC_KEY': JSON.stringify(
          process.env.LECTERN_REMOTES_PUBLIC_KEY ?? '',
        ),
      }),
    ],
  };
}

/** Workers: their files in the shell, and their file names at its root. */
const workers = {
  'search-worker': '../client/src/offline/books/searchWorker.ts',
  'dictionary-worker': '../client/src/dictionaries/importWorker.ts',
};

/**
 * Workers are bundled before the shell. The shell's build adds its list of files to the service worker and copies the
 * others. (As a chunk of the shell, a worker would carry the federation's runtime, which cannot start there.)
 */
export function serviceWorkerConfig({ mode = 'production' } = {}) {
  const config = base({ workspace: 'shell', mode, output: join(root, '.cache', 'service-worker') });
  return {
    ...config,
    name: 'service-worker',
    target: ['webworker', 'es2022'],
    devtool: false,
    entry: { sw: '../client/src/pwa/service-worker/sw.ts', ...workers },
    output: { ...config.output, filename: '[name].js' },
  };
}

/** Bundles components for Node, where they are prerendered. One React for all, as in the page. */
function forNode(workspace, output, entry) {
  const config = base({ workspace, mode: 'production', output });
  return {
    ...config,
    name: `${workspace}, rendered`,
    target: ['node', 'es2022'],
    devtool: false,
    entry,
    externals: Object.fromEntries(
      ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server', 'styled-components'].map((name) => [
        name,
        `commonjs ${name}`,
      ]),
    ),
    output: { ...config.output, filename: '[name].cjs', library: { type: 'commonjs2' } },
    optimization: { ...config.optimization, minimize: false },
  };
}

/** The program that prerenders pages (tools/prerender.mjs). */
export const prerenderConfig = () =>
  forNode('shell', join(root, '.cache', 'prerender'), { pages: './src/prerender/pages.tsx' });

/** Output folder of the programs below. */
export const firstViewFolder = (workspace) => join(root, '.cache', 'first', workspace);

/**
 * Pages of a remote that are shown before the app starts: src/prerender/<expose>.tsx is prerendered at build, and
 * <expose>.script.ts fills it in the browser.
 */
export function firstViewsOf(workspace) {
  const folder = join(root, workspace, 'src', 'prerender');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.flatMap((file) => /^([A-Z]\w*)\.script\.ts$/.exec(file)?.[1] ?? []);
}

/** Two programs for each of them: one for Node, and one for the browser, which consists of its script only. */
export function firstViewConfigs(workspace) {
  const names = firstViewsOf(workspace);
  if (names.length === 0) return [];
  const folder = firstViewFolder(workspace);
  const entries = (ending) =>
    Object.fromEntries(names.map((name) => [name, `./src/prerender/${name}${ending}`]));
  const config = base({ workspace, mode: 'production', output: join(folder, 'browser') });
  return [
    forNode(workspace, join(folder, 'node'), entries('.tsx')),
    {
      ...config,
      name: `${workspace}, drawn first`,
      devtool: false,
      entry: entries('.script.ts'),
      output: { ...config.output, filename: '[name].js' },
    },
  ];
}

/** A chunk with these packages. @param {string} packages a pattern */
const chunkOf = (name, packages) => ({
  test: new RegExp(`[\\\\/]node_modules[\\\\/](${packages})[\\\\/]`),
  name,
  chunks: 'async',
  enforce: true,
});

export async function shellConfig({ mode = 'production', output = shellDist } = {}) {
  const config = base({ workspace: 'shell', mode, output });
  const { InjectManifest } = (await import('workbox-webpack-plugin')).default;
  return {
    ...config,
    entry: { main: './src/main.ts' },
    // Resolved relative to the script itself, since the library may be below a base path. The development server
    // needs to know it in advance.
    output: { ...config.output, publicPath: mode === 'production' ? 'auto' : '/' },
    optimization: {
      ...config.optimization,
      splitChunks: {
        // Few large chunks, as in the remotes: a module of two pages is in both, not in a file of its own.
        minSize: 80_000,
        // Everything that each page needs is in one file: otherwise each shared library would be a request of its own.
        cacheGroups: {
          libraries: chunkOf(
            'libraries',
            'react|react-dom|scheduler|styled-components|stylis|react-router|react-router-dom|zustand',
          ),
          // What a reader's services share with the start, which is always loaded beside them: one request less.
          start: {
            chunks: ({ name }) => name === 'start' || name === 'signed-in',
            minChunks: 2,
            name: 'start',
            priority: -1,
            enforce: true,
          },
          // It contains the large list of common passwords: a separate file, which is not precached.
          passwords: chunkOf('password-list', '@zxcvbn-ts|fastest-levenshtein'),
          primitives: chunkOf(
            'primitives',
            '@radix-ui|@floating-ui|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|aria-hidden|get-nonce|tslib',
          ),
        },
      },
    },
    plugins: [
      ...config.plugins,
      new rspack.DefinePlugin({
        'process.env.LECTERN_SHARED': JSON.stringify(JSON.stringify(lent())),
        // Options of the federation's runtime: none of it is for a server.
        ENV_TARGET: JSON.stringify('web'),
        // The snapshot plugin reads manifests, which are not used here: the registry names the files of an entry.
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
      }),
      new rspack.HtmlRspackPlugin({
        template: './index.html',
        scriptLoading: 'defer',
        inject: 'head',
        // A document is shown at any depth; the server puts a base path before its addresses.
        publicPath: '/',
      }),
      new AskWithTheDocument(),
      new rspack.CopyRspackPlugin({
        patterns: [
          { from: 'public', to: '.', noErrorOnMissing: true },
          // The changelog, for the About page.
          { from: join(root, 'CHANGELOG.md'), to: 'changelog.txt' },
          ...Object.keys(workers).map((name) => ({
            from: join(root, '.cache', 'service-worker', `${name}.js`),
            to: '.',
            noErrorOnMissing: mode !== 'production',
          })),
        ],
      }),
      ...(mode === 'production'
        ? [
            new InjectManifest({
              swSrc: join(root, '.cache', 'service-worker', 'sw.js'),
              swDest: 'sw.js',
              compileSrc: false,
              // The password strength check is large, and is useless without the server.
              exclude: [/\.map$/, /\.(br|gz)$/, /\.woff$/, /screenshots\//, /^password-/, /^changelog/],
              maximumFileSizeToCacheInBytes: 5_000_000,
            }),
          ]
        : []),
    ],
  };
}

/** epubjs contains an XML parser for platforms without one; every browser has one. */
const withoutXmlParser = { '@xmldom/xmldom': false };

/**
 * @param {string} workspace
 * @param {object} how
 * @param {'production' | 'development'} [how.mode]
 * @param {string} [how.output] folder
 * @param {Record<string, string>} [how.exposes] module names and their files
 * @param {string} [how.like] the remote whose shared libraries it uses; by default its own
 */
export function remoteConfig(
  workspace,
  { mode = 'production', output, exposes = exposesOf(workspace), like = workspace } = {},
) {
  const config = base({ workspace, mode, output: output ?? join(root, '.cache', 'remotes', workspace) });
  const container = workspace.replaceAll('-', '_');
  return {
    ...config,
    entry: {},
    output: { ...config.output, publicPath: 'auto', uniqueName: `${container}${namePlaceholder}` },
    // Few large chunks rather than many small ones: each script costs a request, a digest and a task.
    optimization: {
      ...config.optimization,
      // Numbered ids: "deterministic" ones depend on the path of the checkout for modules of the federation, while the
      // same source must give the same bytes in any folder. Stable ids are not needed: each version has its own URLs.
      moduleIds: 'natural',
      chunkIds: 'natural',
      splitChunks: { minSize: 80_000 },
    },
    ...(workspace === 'mf-reader'
      ? { resolve: { ...config.resolve, alias: { ...config.resolve.alias, ...withoutXmlParser } } }
      : {}),
    plugins: [
      ...config.plugins,
      // Code for Node is left out. Its import.meta.url would be the path of a file on the machine of the build.
      new rspack.DefinePlugin({ 'typeof process': JSON.stringify('undefined') }),
      new ModuleFederationPlugin({
        name: container,
        filename: 'remoteEntry.js',
        exposes,
        shared: shared(like),
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: true,
        experiments: {
          externalRuntime: true,
          optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
        },
      }),
      // The entry's digest is in the registry; the entry contains those of its chunks.
      ...(mode === 'production'
        ? [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'] })]
        : []),
      ...(workspace === 'mf-reader' ? [pdfjsData()] : []),
    ],
  };
}

/** Character maps, fonts and decoders that pdf.js loads when a file needs them. */
function pdfjsData() {
  const from = join(root, 'node_modules', 'pdfjs-dist');
  return new rspack.CopyRspackPlugin({
    patterns: [
      ...['cmaps', 'standard_fonts', 'wasm', 'iccs'].map((folder) => ({
        from: join(from, folder),
        to: `pdfjs/${folder}`,
        // Scripts of a PDF never run here, and neither does WebAssembly: neither engine is published.
        globOptions: { ignore: ['**/*.wasm', '**/quickjs*'] },
      })),
      // Icons of notes; the other pictures there are for pdf.js's own viewer.
      { from: 'annotation-*.svg', context: join(from, 'web', 'images'), to: 'pdfjs/images/[name][ext]' },
    ],
  });
}
