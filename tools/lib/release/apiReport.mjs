/**
 * The API of the server as plain lines, one for each field, so that a diff shows what a change means for existing
 * shells and remotes. '<' marks what a caller sends, '>' what it receives.
 */

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
    line,
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
 * Classifies the change from one report to the next for clients that were built against the first.
 * @param {readonly string[]} before @param {readonly string[]} after
 * @param {ReadonlyMap<string, string>} accepted lines of `before` whose change affects nobody, with the reason
 * @returns {{ change: 'patch' | 'minor' | 'major', reasons: string[] }}
 */
export function classifyApiChange(before, after, accepted = new Map()) {
  const old = new Map(before.map((line) => [parsed(line).key, parsed(line)]));
  const now = new Map(after.map((line) => [parsed(line).key, parsed(line)]));
  const reasons = [];
  let change = 'patch';
  const raise = (to, reason) => {
    if (to === 'major' || change === 'patch') change = to;
    reasons.push(`${to}: ${reason}`);
  };
  for (const [key, was] of old) {
    const is = now.get(key);
    if (is?.line === was.line) continue;
    if (accepted.has(was.line)) raise('minor', `accepted: ${was.line} (${accepted.get(was.line)})`);
    else if (!is) raise('major', `gone: ${was.line}`);
    else raise(isCompatible(was, is) ? 'minor' : 'major', `was ${was.line}, is ${is.line}`);
  }
  for (const [key, is] of now) {
    if (old.has(key)) continue;
    const isNewRoute = !old.has(routeOf(key));
    const demanded = !isNewRoute && is.isSent && !is.line.includes('?');
    raise(demanded ? 'major' : 'minor', `${demanded ? 'demanded of callers' : 'new'}: ${is.line}`);
  }
  return { change, reasons };
}

const routeOf = (key) => key.split(/ [<>] /)[0];

/** Whether callers may still send what they sent, and receive only what they know. */
function isCompatible(was, is) {
  if (is.isRoute) return false;
  return is.isSent
    ? contains(is.types, was.types) && (is.isOptional || !was.isOptional)
    : contains(was.types, is.types) && (was.isOptional || !is.isOptional);
}
