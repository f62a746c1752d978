/**
 * The API of the server as plain lines, one for each field, so that a diff shows what a change means for existing
 * shells and remotes. '<' marks what a caller sends, '>' what it receives.
 */
import { classify } from './changes.mjs';

/** @param {Record<string, object>} routes of shared-contracts/src/api/routes.ts @returns {string[]} sorted */
export function apiLines(routes) {
  return Object.entries(routes)
    .flatMap(([key, { access, status = 200, params, query, body, response, stream }]) => [
      `${key}: ${access}, ${status}${stream ? ', in pieces' : ''}`,
      ...Object.entries({ params, query, body }).flatMap(([name, schema]) =>
        schema ? fields(schema, `${key} < ${name}`) : [],
      ),
      ...fields(response, `${key} > answer`),
    ])
    .sort();
}

/** The lines of a schema: its own type, unless its fields describe it completely, and those of its children. */
function fields(schema, path) {
  const { properties, patternProperties, items, anyOf, required = [] } = schema;
  if (properties)
    return Object.entries(properties).flatMap(([name, one]) =>
      fields(one, `${path}.${name}${required.includes(name) ? '' : '?'}`),
    );
  if (patternProperties) return Object.values(patternProperties).flatMap((one) => fields(one, `${path}.*`));
  if (items) return fields(items, `${path}[]`);
  if (!anyOf) return [`${path}: ${typeOf(schema)}`];
  const simple = anyOf.filter((one) => !isNested(one));
  const nested = anyOf.filter(isNested);
  const types = [...simple.map(typeOf), ...(nested.length > 0 ? ['fields'] : [])];
  return [
    `${path}: ${types.sort().join('|')}`,
    ...nested.flatMap((one, at) => fields(one, nested.length === 1 ? path : `${path}(${at + 1})`)),
  ];
}

const isNested = ({ properties, patternProperties, items, anyOf }) =>
  Boolean(properties ?? patternProperties ?? items ?? anyOf);

function typeOf({ const: value, type, format }) {
  if (value !== undefined) return JSON.stringify(value);
  return format ? `${type} ${format}` : (type ?? 'anything');
}

/** A line without its type, and whether the field is optional. */
function parsed(line) {
  const at = line.lastIndexOf(': ');
  const path = line.slice(0, at);
  return {
    // An optional parent is reported by its own line.
    key: path.replaceAll('?', ''),
    isOptional: path.endsWith('?'),
    types: new Set(line.slice(at + 2).split('|')),
    isSent: path.includes(' < '),
    isRoute: !/ [<>] /.test(path),
  };
}

const contains = (whole, part) => [...part].every((one) => whole.has(one));

/**
 * @param {readonly string[]} before @param {readonly string[]} after
 * @param {ReadonlyMap<string, string>} [accepted] changes, with the reason
 */
export const classifyApiChange = (before, after, accepted = new Map()) =>
  classify(lastOfEach(before), lastOfEach(after), accepted, {
    keyOf: (line) => parsed(line).key,
    improvement: (was, is) => (isCompatible(parsed(was), parsed(is)) ? 'compatible' : undefined),
    demand: (line) => {
      const { key, isSent } = parsed(line);
      const isNewRoute = !before.some((each) => routeOf(parsed(each).key) === routeOf(key));
      return !isNewRoute && isSent && !line.includes('?') ? 'callers' : undefined;
    },
  });

/** Of the alternatives of a field, which have lines of the same name, the last. */
const lastOfEach = (lines) => [...new Map(lines.map((line) => [parsed(line).key, line])).values()];

const routeOf = (key) => key.split(/ [<>] /)[0];

/** Whether callers may still send what they sent, and receive only what they know. */
function isCompatible(was, is) {
  if (is.isRoute) return false;
  return is.isSent
    ? contains(is.types, was.types) && (is.isOptional || !was.isOptional)
    : contains(was.types, is.types) && (was.isOptional || !is.isOptional);
}
