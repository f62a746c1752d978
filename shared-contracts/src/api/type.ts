/**
 * The schemas of the contract are made with this: plain JSON Schema, with the types that TypeBox gives it. Of TypeBox
 * itself only the types are taken. Its code is some 370 modules, of which these few functions are what we use, and a
 * server that has nothing to do kept them all in its memory.
 */
import type { Type as TypeBox } from 'typebox';

export type { Static, TSchema } from 'typebox';

type Schema = Record<string, unknown>;
type Properties = Record<string, Schema>;
type ObjectSchema = Schema & { properties: Properties };

/** Told apart by themselves, and not by what is in them: an optional schema is the same schema. */
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

const of = (type: string) => (options?: Schema) => ({ type, ...options });

const builders = {
  Null: of('null'),
  Boolean: of('boolean'),
  Integer: of('integer'),
  Number: of('number'),
  String: of('string'),
  Any: () => ({}),
  Unknown: () => ({}),
  Unsafe: (schema: Schema) => schema,
  Literal: (value: string | number | boolean) => ({ type: typeof value, const: value }),
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Union: (anyOf: Schema[]) => ({ anyOf }),
  Optional: asOptional,
  Object: object,
  /** Of any keys: what is asked of a key beyond being text is not kept by JSON Schema's patterns. */
  Record: (_key: Schema, value: Schema) => ({ type: 'object', patternProperties: { '^.*$': value } }),
  Partial: ({ properties }: ObjectSchema, options?: Schema) =>
    object(
      Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, asOptional(schema)])),
      options,
    ),
  Omit: ({ properties }: ObjectSchema, names: readonly string[]) =>
    object(Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)))),
};

export const Type = builders as unknown as Pick<typeof TypeBox, keyof typeof builders>;
