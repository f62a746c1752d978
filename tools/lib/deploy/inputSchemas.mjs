/** Problems in the schemas of points, which browsers check by client/src/registry/fits.ts. */
import Ajv from 'ajv';

const ajv = new Ajv({ strictTypes: false, validateFormats: false });
const understood = new Set(
  'type const enum anyOf pattern minLength maxLength minimum maximum items maxItems maxProperties required properties title description'.split(
    ' ',
  ),
);

/** @returns {string[]} what a browser does not check in a schema */
function unknownIn({ anyOf = [], items, properties = {}, ...schema }) {
  return [
    ...Object.keys(schema).filter((keyword) => !understood.has(keyword)),
    ...(Array.isArray(schema.type) ? ['a list of types'] : []),
    ...[...anyOf, ...(items ? [items] : []), ...Object.values(properties)].flatMap(unknownIn),
  ];
}

/** @param {readonly { input?: object }[]} points of a remote.json @returns {string[]} the problems with their places */
export function inputFaults(points) {
  return points.flatMap(({ input = {} }, at) => {
    try {
      ajv.compile(input);
    } catch (error) {
      return [`points[${at}].input: ${error.message}`];
    }
    return unknownIn(input).map(
      (what) => `points[${at}].input: ${what} is not checked; use ${[...understood].join(', ')}`,
    );
  });
}
