/**
 * Problems of a remote.json with their positions, found before a deploy. The shell ignores invalid entries
 * (client/src/registry/remoteContent.ts); a deploy rejects them, so that they can be fixed in time.
 */
import Ajv from 'ajv';
import { patternsOverlap } from '../../../client/src/common/matchPath.ts';
import { routes } from '../../../shared-contracts/src/api/routes.ts';
import { plainText, RemoteContent } from '../../../shared-contracts/src/contract/remotes.ts';
import { fitsSetting } from '../../../shared-contracts/src/contract/settings.ts';
import { inputFaults } from './inputSchemas.mjs';

/** Maximum size in bytes of a remote.json in the registry, which every visit loads. */
const mostBytes = 48_000;
/** Maximum number of problems to print. */
const mostFaults = 20;

/** Points of the shell of this checkout. A point that another shell lacks stays empty there. */
const shellPoints = 'dashboard dashboard-side header settings onboarding search session-end'
  .split(' ')
  .map((name) => `shell/${name}`);
/** Paths that the server handles itself. */
const serverPaths = /^\/(v1|remotes)(\/|$)/;
const notPlain = 'has < or >, or characters that are not seen or turn the text round';

/** Fields that the build adds to the content of remote.json. */
const madeByBuild = new Set(
  'name version contract exposes manifest entry container scripts firstViews files list texts'.split(' '),
);

/** A strict version of the schema: no unknown or misspelt keys. */
function strictly(schema) {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(strictly);
  const each = (value) => Object.entries(value).map(([key, one]) => [key, strictly(one)]);
  const strict = Object.fromEntries(each(schema));
  if (schema.properties) strict.additionalProperties = false;
  return strict;
}

const validate = new Ajv({ allErrors: true, strict: false }).compile(strictly(RemoteContent));

/** Converts '/pages/0/path' to 'pages[0].path'. */
const placeOf = (pointer) =>
  pointer
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '') || 'remote.json';

function shapeFaults(content) {
  if (validate(content)) return [];
  return validate.errors.map(({ instancePath, message, params }) => {
    if (params.pattern === plainText) return `${placeOf(instancePath)}: ${notPlain}`;
    const allowed = params.allowedValue ?? params.additionalProperty;
    return `${placeOf(instancePath)}: ${message}${allowed === undefined ? '' : ` (${JSON.stringify(allowed)})`}`;
  });
}

function sizeFaults(content) {
  const bytes = Buffer.byteLength(JSON.stringify(content));
  return bytes > mostBytes ? [`remote.json: ${bytes} bytes, at most ${mostBytes}: every visit reads it`] : [];
}

/** Pages whose path another page has already. */
function pathFaults(name, pages, shellPaths, registry) {
  const others = Object.entries(registry.remotes ?? {})
    .filter(([other]) => other !== name)
    .flatMap(([other, { current }]) =>
      (current?.description?.pages ?? []).map(({ path }) => ({ path, owner: `${other} has it` })),
    );
  const taken = [...shellPaths.map((path) => ({ path, owner: 'the shell has it' })), ...others];
  return pages.flatMap(({ path }, at) => {
    const place = `pages[${at}].path`;
    if (serverPaths.test(path)) return [`${place}: ${path} is the server's`];
    const owner = taken.find((one) => patternsOverlap(one.path, path));
    if (owner) return [`${place}: ${path} is taken: ${owner.owner} (${owner.path})`];
    const twin = pages.findIndex((one) => patternsOverlap(one.path, path));
    return twin < at ? [`${place}: ${path} is that of pages[${twin}]`] : [];
  });
}

/** Pages whose parents form a cycle: their breadcrumbs would be endless. */
function parentFaults(pages) {
  const parents = new Map(pages.map(({ path, parent }) => [path, parent]));
  return pages.flatMap(({ path }, at) => {
    const seen = new Set();
    for (let above = parents.get(path); above !== undefined; above = parents.get(above)) {
      if (above === path) return [`pages[${at}].parent: leads back to ${path}`];
      if (seen.has(above)) break;
      seen.add(above);
    }
    return [];
  });
}

/** Modules that are not exposed, and unknown points and reads. */
function referenceFaults({ pages = [], fills = [], actions = [], offlineReads = [] }, exposes) {
  const modules = Object.entries({ pages, fills, actions }).flatMap(([list, entries]) =>
    entries.map(({ expose }, at) => [`${list}[${at}].expose`, expose]),
  );
  const reads = [
    ...Object.entries({ pages, fills }).flatMap(([list, entries]) =>
      entries.flatMap((entry, at) =>
        (entry.reads ?? []).map((read, which) => [`${list}[${at}].reads[${which}]`, read]),
      ),
    ),
    ...offlineReads.map((read, at) => [`offlineReads[${at}]`, read]),
  ];
  return [
    ...modules
      .filter(([, expose]) => !exposes.includes(expose))
      .map(([place, expose]) => `${place}: there is no src/expose/${expose}`),
    // A point of a remote may be deployed later.
    ...fills.flatMap(({ point }, at) =>
      !point.startsWith('shell/') || shellPoints.includes(point)
        ? []
        : [`fills[${at}].point: ${point} is none of ${shellPoints.join(', ')}`],
    ),
    ...reads
      .filter(([, { key }]) => !Object.hasOwn(routes, key))
      .map(([place, { key }]) => `${place}.key: the API has no ${key}`),
  ];
}

/** Modules that fill one point twice: nothing could tell the two apart. */
const doubleFaults = (fills) =>
  fills.flatMap(({ point, expose }, at) =>
    fills.findIndex((one) => one.point === point && one.expose === expose) < at
      ? [`fills[${at}].expose: ${expose} is at ${point} already; give it a module of its own`]
      : [],
  );

/** Settings whose default they would not take. */
const settingFaults = (config = {}) =>
  Object.entries(config).flatMap(([name, setting]) =>
    fitsSetting(setting, setting.default) ? [] : [`config.${name}.default: does not fit the setting`],
  );

/** Translations, which the build adds. */
const translationFaults = (texts = {}) =>
  Object.entries(texts).flatMap(([language, forms]) =>
    Object.values(forms).every((form) => new RegExp(plainText, 'u').test(form))
      ? []
      : [`texts.${language}: ${notPlain}`],
  );

/**
 * @param {object} description of the build, including the content of remote.json
 * @param {object} beside
 * @param {{ paths?: readonly string[] }} beside.shell in production
 * @param {object} beside.registry in use
 * @returns {string | null} the problems with their positions; null if there are none
 */
export function contentProblem(description, { shell, registry }) {
  const { name, exposes, texts, pages = [], points = [], fills = [], config } = description;
  const content = Object.fromEntries(Object.entries(description).filter(([key]) => !madeByBuild.has(key)));
  const shape = [...shapeFaults(content), ...sizeFaults({ ...content, texts })];
  // The other checks need a valid shape.
  const faults =
    shape.length > 0
      ? shape
      : [
          ...translationFaults(texts),
          ...pathFaults(name, pages, shell.paths ?? [], registry),
          ...parentFaults(pages),
          ...inputFaults(points),
          ...doubleFaults(fills),
          ...settingFaults(config),
          ...referenceFaults(content, exposes),
        ];
  if (faults.length === 0) return null;
  const more = faults.length - mostFaults;
  return [
    `The remote.json of ${name} is not as it should be:`,
    ...faults.slice(0, mostFaults).map((fault) => `  ${fault}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ].join('\n');
}
