/**
 * npm run translations: missing and unused translations of each language. The English text is the key.
 *   -- missing <language>            prints the missing texts as JSON, by workspace
 *   -- add <language> <file.json>    adds the texts of such a file, filled in, to the language
 *   -- new <language> <its own name>  adds a language: a line in languages.ts, and a file of texts in each workspace
 *   -- prune                         removes unused texts
 * `npm run check` calls it without arguments: it fails on a missing or unused key and on an untranslated text.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { remoteNames, root } from './lib/paths.mjs';

await ensureInstalled();
const { describedTexts, serverTexts, sourcesOf, textsIn } = await import('./lib/sources/texts.mjs');
const { importsOf } = await import('./lib/sources/imports.mjs');
const { languages } = await import(join(root, 'client/src/i18n/languages.ts'));

/** Workspaces with pages, the sample of a remote, and the server, which sends mail. */
const workspaces = ['shell', ...remoteNames(), 'tools/kit/mf-sample', 'server'];
const pages = workspaces.filter((workspace) => workspace !== 'server');
/** Not translated on purpose. */
const asTheyStand = [
  /** Shown before translations are available. */
  'shell/src/boot/ConfigurationError.tsx',
  'shell/src/boundaries/RootCrash.tsx',
  /** Text of books. */
  'shell/src/pages/landing/pictures.tsx',
  /** For developers. */
  'shared-ui/src/gallery/',
];
/** The texts of the client belong to the shell, which bundles it. */
const bundledIn = (workspace) => (workspace === 'shell' ? ['client', 'shell'] : [workspace]);
const bareNames = new Set(['Apache-2.0', 'Francis Bacon, Of Studies', 'EX LIBRIS']);

/**
 * The keys of each workspace: its own, and those of the shared files that it imports. The shell also has the texts of
 * the server's answers, the server those of its mail.
 */
export function keysOfWorkspaces() {
  const edges = importsOf(pages.flatMap(bundledIn)).filter(({ to }) => to.startsWith('shared-contracts/'));
  const ofPages = Object.fromEntries(
    pages.map((workspace) => {
      const shared = new Set(
        edges
          .filter(({ from }) => bundledIn(workspace).some((name) => from.startsWith(`${name}/`)))
          .map(({ to }) => to),
      );
      const own = bundledIn(workspace).flatMap(sourcesOf);
      const keys = [
        ...[...own, ...shared].flatMap((file) => textsIn(file).keys),
        ...describedTexts(workspace),
      ];
      return [workspace, [...new Set(workspace === 'shell' ? [...keys, ...serverTexts()] : keys)].sort()];
    }),
  );
  return { ...ofPages, server: textsIn('server/src/people/mail/emailTemplates.ts').keys.sort() };
}

/** A text with a count has a form for each plural category of the language. */
export function formsOf(key, language) {
  if (!key.includes('{{count}}')) return language === 'en' ? [] : [key];
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return pluralCategories.map((category) => `${key}_${category}`);
}

const fileOf = (workspace, language) => join(root, workspace, 'src', 'locales', `${language}.json`);
const read = (workspace, language) => {
  const file = fileOf(workspace, language);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};
const write = (workspace, language, texts) => {
  const sorted = Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(fileOf(workspace, language), `${JSON.stringify(sorted, null, 2)}\n`);
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
/** Placeholders {{name}} that only the key or only the translation has. */
const otherBlanks = (workspace, language) =>
  Object.entries(read(workspace, language)).filter(([form, text]) => {
    const blanks = (of) => [...new Set(of.match(/\{\{\w+\}\}/g) ?? [])].sort();
    const [inKey, inText] = [blanks(form), blanks(text)];
    // An empty translation counts as missing; a singular form may omit the number.
    if (text === '') return false;
    return (
      inText.some((blank) => !inKey.includes(blank)) ||
      inKey.some((blank) => !inText.includes(blank) && blank !== '{{count}}')
    );
  });

const [command, language, file] = process.argv.slice(2);
if (command === 'missing') {
  const all = workspaces.map((workspace) => [
    workspace,
    Object.fromEntries(missing(workspace, language).map((form) => [form, ''])),
  ]);
  console.log(
    JSON.stringify(Object.fromEntries(all.filter(([, forms]) => Object.keys(forms).length > 0)), null, 2),
  );
} else if (command === 'add') {
  for (const [workspace, texts] of Object.entries(JSON.parse(readFileSync(file, 'utf8'))))
    write(workspace, language, { ...read(workspace, language), ...texts });
} else if (command === 'new') {
  begin(language, process.argv.slice(4).join(' '));
} else if (command === 'prune') {
  for (const { code } of languages)
    for (const workspace of workspaces) {
      const gone = new Set(unused(workspace, code));
      const kept = Object.entries(read(workspace, code)).filter(([form]) => !gone.has(form));
      write(workspace, code, Object.fromEntries(kept));
    }
} else process.exit(report());

/** Adds a language: a file with every text, empty, in each workspace. */
function begin(code, name) {
  const [known] = Intl.getCanonicalLocales(code);
  if (!name) throw new Error('Give the code of the language and its own name: it Italiano');
  const list = join(root, 'client/src/i18n/languages.ts');
  const { direction = 'ltr' } = new Intl.Locale(known).getTextInfo?.() ?? {};
  const entry = `  { code: '${known}', name: '${name}', direction: '${direction}' },\n`;
  writeFileSync(list, readFileSync(list, 'utf8').replace('] as const', `${entry}] as const`));
  for (const workspace of workspaces)
    write(workspace, known, Object.fromEntries(wanted(workspace, known).map((form) => [form, ''])));
  console.log(
    `Fill in ${workspaces.map((workspace) => `${workspace}/src/locales/${known}.json`).join(', ')}.`,
  );
}

function report() {
  let faults = 0;
  const complain = (what, which) => {
    if (which.length === 0) return;
    faults += which.length;
    console.error(
      `${what}:\n${which
        .slice(0, 12)
        .map((each) => `  ${each}`)
        .join('\n')}`,
    );
    if (which.length > 12) console.error(`  … and ${which.length - 12} more`);
  };
  for (const { code } of languages)
    for (const workspace of workspaces) {
      complain(`${workspace} lacks in ${code}`, missing(workspace, code));
      complain(`${workspace} has in ${code} what nothing names`, unused(workspace, code));
      complain(
        `${workspace} has in ${code} other blanks than the key`,
        otherBlanks(workspace, code).map(([form]) => form),
      );
    }
  for (const workspace of [...pages, 'shared-ui'])
    for (const source of sourcesOf(workspace).filter(
      (path) => !asTheyStand.some((start) => path.startsWith(start)),
    ))
      complain(
        `${source} shows without translation`,
        textsIn(source).bare.filter((each) => !bareNames.has(each)),
      );
  if (faults === 0) {
    const count = new Set(Object.values(keys).flat()).size;
    console.log(`${count} texts in ${languages.length} languages, none missing, none unused.`);
  }
  return faults === 0 ? 0 : 1;
}
