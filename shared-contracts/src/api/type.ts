/**
 * Builds plain JSON Schema with TypeBox's types. Only the types of TypeBox are used: its code has about 370 modules,
 * which would stay in the server's memory, for the few functions we need.
 */
import type { TSchema, Type as TypeBox } from 'typebox';

export type { Static, TSchema } from 'typebox';

type Schema = Record<string, unknown>;
type Properties = Record<string, Schema>;
type ObjectSchema = Schema & { properties: Properties };

/** Tracks optional schemas by identity. */
const optional = new WeakSet<object>();

function asOptional(schema: Schema): Schema {
  const copy = { ...schema };
  optional.add(copy);
  return copy;
}

function object(properties: Properties, options: Schema = {}): ObjectSchema {
  const required = Object.keys(properties).filter((name) => !optional.has(properties[name] as Schema));
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
}

const builderOf = (type: string) => (options?: Schema) => ({ type, ...options });

const builders = {
  Null: builderOf('null'),
  Boolean: builderOf('boolean'),
  Integer: builderOf('integer'),
  Number: builderOf('number'),
  String: builderOf('string'),
  Any: () => ({}),
  Unknown: () => ({}),
  Unsafe: (schema: Schema) => schema,
  Literal: (value: string | number | boolean) => ({ type: typeof value, const: value }),
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Union: (anyOf: Schema[]) => ({ anyOf }),
  Optional: asOptional,
  Object: object,
  /** Keys are not restricted any further. */
  Record: (_key: Schema, value: Schema, options: Schema = {}) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  Partial: ({ properties }: ObjectSchema, options?: Schema) =>
    object(
      Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, asOptional(schema)])),
      options,
    ),
  Omit: ({ properties }: ObjectSchema, names: readonly string[]) =>
    object(Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)))),
};

export const Type = builders as unknown as Pick<typeof TypeBox, keyof typeof builders>;

/** One of these texts. */
export const OneOf = <const Values extends readonly string[]>(...values: Values) =>
  Type.Unsafe<Values[number]>({ anyOf: values.map((value) => Type.Literal(value)) });

/** An object that has no other properties. */
export const Closed = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
