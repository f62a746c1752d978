/**
 * npm run translations: missing and unused translations of each language. The English text is the key.
 *   -- write                          adds missing texts to the files of each language, empty, and removes unused ones
 *   -- new <language> <its own name>  adds a language: a line in languages.ts, and a file of texts in each workspace
 * `npm run check` calls it without arguments: it fails on a missing or unused key and on an untranslated text.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { remoteNames, root } from './lib/paths.mjs';

await ensureInstalled();
const { describedTexts, serverTexts, sourcesOf, textsIn } = await import('./lib/sources/texts.mjs');
const { importsOf } = await import('./lib/sources/imports.mjs');

/** Workspaces with pages, and the sample of a remote. */
const pages = ['shell', ...remoteNames(), 'tools/kit/mf-sample'];
/** And the server, which sends mail. */
const workspaces = [...pages, 'server'];
/** Not translated on purpose. */
const asTheyStand = [
  /** Shown before translations are available. */
  'shell/src/boot/ConfigurationError.tsx',
  'shell/src/boundaries/RootCrash.tsx',
  /** Text of books. */
  'shell/src/pages/landing/pictures.tsx',
];
/** The texts of the client belong to the shell, which bundles it. */
const bundledIn = (workspace) => (workspace === 'shell' ? ['client', 'shell'] : [workspace]);
const bareNames = new Set(['Apache-2.0', 'Francis Bacon, Of Studies', 'EX LIBRIS']);

/**
 * The keys of each workspace: its own, and those of the shared files that it imports. The shell also has the texts of
 * the server's answers, the server those of its mail.
 */
function keysOfWorkspaces() {
  const edges = importsOf(pages.flatMap(bundledIn)).filter(({ to }) => to.startsWith('shared-contracts/'));
  const keysOf = (workspace) => {
    const isOwn = ({ from }) => bundledIn(workspace).some((name) => from.startsWith(`${name}/`));
    const files = [...bundledIn(workspace).flatMap(sourcesOf), ...edges.filter(isOwn).map(({ to }) => to)];
    const keys = [...files.flatMap((file) => textsIn(file).keys), ...describedTexts(workspace)];
    return [...new Set([...keys, ...(workspace === 'shell' ? serverTexts() : [])])].sort();
  };
  return {
    ...Object.fromEntries(pages.map((workspace) => [workspace, keysOf(workspace)])),
    server: textsIn('server/src/people/mail/emailTemplates.ts').keys.sort(),
  };
}

/** A text with a count has a form for each plural category of the language. */
function formsOf(key, language) {
  if (!key.includes('{{count}}')) return language === 'en' ? [] : [key];
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return pluralCategories.map((category) => `${key}_${category}`);
}

const fileOf = (workspace, language) => join(root, workspace, 'src', 'locales', `${language}.json`);
const read = (workspace, language) => {
  const file = fileOf(workspace, language);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};

const keys = keysOfWorkspaces();
const wanted = (workspace, language) => keys[workspace].flatMap((key) => formsOf(key, language));
const missing = (workspace, language) => {
  const there = read(workspace, language);
  // Where the count does not change the sentence, the key itself is enough; in English it always exists.
  return keys[workspace]
    .filter((key) => !there[key] && language !== 'en')
    .flatMap((key) => formsOf(key, language))
    .filter((form) => !there[form]);
};
const unused = (workspace, language) => {
  const known = new Set([...keys[workspace], ...wanted(workspace, language)]);
  return Object.keys(read(workspace, language)).filter((form) => !known.has(form));
};
/** Texts with other placeholders {{name}} than their key. An empty one is missing; a singular may omit the number. */
const otherBlanks = (workspace, language) =>
  Object.entries(read(workspace, language))
    .filter(([form, text]) => {
      const [inKey, inText] = [form, text].map((one) => new Set(one.match(/\{\{\w+\}\}/g)));
      const different = [...inKey.symmetricDifference(inText)];
      return text !== '' && different.some((blank) => blank !== '{{count}}' || inText.has(blank));
    })
    .map(([form]) => form);

function write(workspace, language) {
  const gone = new Set(unused(workspace, language));
  const texts = [
    ...Object.entries(read(workspace, language)).filter(([form]) => !gone.has(form)),
    ...missing(workspace, language).map((form) => [form, '']),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(fileOf(workspace, language), `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`);
}

/** Adds a language: a file with every text, empty, in each workspace. */
function begin(code, name) {
  const [known] = Intl.getCanonicalLocales(code);
  if (!name) throw new Error('Give the code of the language and its own name: it Italiano');
  const list = join(root, 'client/src/services/i18n/languages.ts');
  const { direction = 'ltr' } = new Intl.Locale(known).getTextInfo?.() ?? {};
  const entry = `  { code: '${known}', name: '${name}', direction: '${direction}' },\n`;
  writeFileSync(list, readFileSync(list, 'utf8').replace('] as const', `${entry}] as const`));
  for (const workspace of workspaces) write(workspace, known);
  console.log(
    `Fill in ${workspaces.map((workspace) => `${workspace}/src/locales/${known}.json`).join(', ')}.`,
  );
}

function report(languages) {
  const complaints = [
    ...languages.flatMap((code) =>
      workspaces.flatMap((workspace) => [
        [`${workspace} lacks in ${code}`, missing(workspace, code)],
        [`${workspace} has in ${code} what nothing names`, unused(workspace, code)],
        [`${workspace} has in ${code} other blanks than the key`, otherBlanks(workspace, code)],
      ]),
    ),
    ...[...pages, 'shared-ui']
      .flatMap(sourcesOf)
      .filter((path) => !asTheyStand.some((start) => path.startsWith(start)))
      .map((source) => [
        `${source} shows without translation`,
        textsIn(source).bare.filter((each) => !bareNames.has(each)),
      ]),
  ].filter(([, texts]) => texts.length > 0);
  for (const [what, texts] of complaints) console.error(`${what}:\n  ${texts.join('\n  ')}`);
  const count = new Set(Object.values(keys).flat()).size;
  if (complaints.length === 0)
    console.log(`${count} texts in ${languages.length} languages, none missing, none unused.`);
  return complaints.length === 0 ? 0 : 1;
}

const { languages } = await import('../client/src/services/i18n/languages.ts');
const codes = languages.map(({ code }) => code);
const [command, language, ...name] = process.argv.slice(2);
if (command === 'write') for (const code of codes) for (const workspace of workspaces) write(workspace, code);
else if (command === 'new') begin(language, name.join(' '));
else process.exit(report(codes));
