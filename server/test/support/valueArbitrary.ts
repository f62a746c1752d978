/** Values that match a schema of the contract, and values that do not. */
import fc from './fastCheck.ts';

export interface Schema {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

/** Ids of existing resources, so that requests get beyond 'not found'. */
export type KnownIds = readonly string[];

const nasty = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u202e\u200f',
  '\uffff',
  '🐋'.repeat(300),
  '',
  ' ',
  '%',
  '%00',
  '../../etc/passwd',
  "'; drop table users; --",
  '"*" OR NEAR(',
  '__proto__',
  'x'.repeat(20_000),
  'é'.repeat(5_000),
  '9'.repeat(400),
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '2026-13-45T99:99:99Z',
  '9999-12-31T23:59:59.999999999+23:59',
];
const codeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
  .map((units) => String.fromCharCode(...units));
export const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 3, arbitrary: codeUnits },
  { weight: 2, arbitrary: fc.constantFrom(...nasty) },
);
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, -1, 1.5, 2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 63), 1e300, 5e-324),
);
const deep = fc
  .integer({ min: 1, max: 90 })
  .map((levels) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown);
const anything: fc.Arbitrary<unknown> = fc.oneof(
  text,
  number,
  deep,
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { length: 1 }, { toString: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(fc.constant('x'), { minLength: 300, maxLength: 1_200 }),
);

/** Mostly valid values, sometimes others. */
export function valueFor(schema: Schema, ids: KnownIds): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fittingValue(schema, ids) }, { weight: 1, arbitrary: anything });
}

export function fittingValue(schema: Schema, ids: KnownIds): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valueFor(one, ids)));
  if (schema.allOf) {
    return fc
      .tuple(...schema.allOf.map((one) => fittingValue(one, ids)))
      .map((parts) => Object.assign({}, ...(parts as object[])));
  }
  switch (schema.type) {
    case 'object':
      return objectFor(schema, ids);
    case 'array':
      return fc.array(valueFor(schema.items ?? {}, ids), { maxLength: Math.min(schema.maxItems ?? 4, 4) });
    case 'integer':
      return bounded(schema);
    case 'number':
      return fc.oneof(bounded(schema), number);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return stringFor(schema, ids);
    default:
      return anything;
  }
}

const bounded = ({ minimum = -1_000, maximum = 100_000 }: Schema) =>
  fc.oneof(
    fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.min(maximum, 2 ** 31)) }),
    fc.constantFrom(minimum, maximum),
  );

function stringFor(schema: Schema, ids: KnownIds): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.oneof(fc.uuid(), fc.constantFrom(...ids));
  if (schema.format === 'date-time') {
    return fc
      .oneof(
        fc.date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2100-01-01') }),
        fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') }),
      )
      .map((date) => date.toISOString());
  }
  return text.map((value) => value.slice(0, schema.maxLength ?? 20_000));
}

function objectFor({ properties = {}, required = [], patternProperties }: Schema, ids: KnownIds) {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueFor(schema, ids)]),
  );
  const extra = Object.values(patternProperties ?? {})[0];
  return fc
    .tuple(
      fc.record(fields, { requiredKeys: required.filter((name) => name in fields) }),
      fc.array(fc.tuple(text, extra ? valueFor(extra, ids) : anything), { maxLength: extra ? 4 : 1 }),
      // Sometimes a missing or additional property.
      fc.constantFrom('', '', '', '', '', '', ...required),
      fc.integer({ min: 0, max: 9 }),
    )
    .map(([value, more, missing, dice]) => {
      const object: Record<string, unknown> = { ...value };
      delete object[missing];
      return extra || dice === 0 ? Object.assign(object, Object.fromEntries(more)) : object;
    });
}
