/**
 * JSON Schema as far as shared-contracts/src/contract/remotes.ts uses it, and the inputs of points may use it
 * (tools/lib/deploy/inputSchemas.mjs).
 */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  maxItems?: number;
  maxProperties?: number;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  patternProperties?: { '^.*$': Schema };
}

/** Whether a value matches a schema. Fields that the schema does not name are ignored. */
export function fits(schema: Schema, value: unknown): boolean {
  const { anyOf, items, pattern, properties = {}, required = [] } = schema;
  if (anyOf) return anyOf.some((one) => fits(one, value));
  if ('const' in schema) return value === schema.const;
  if (schema.enum) return schema.enum.includes(value);
  switch (schema.type) {
    case 'string':
      return (
        typeof value === 'string' &&
        value.length >= (schema.minLength ?? 0) &&
        value.length <= (schema.maxLength ?? Infinity) &&
        (pattern === undefined || regExpOf(pattern).test(value))
      );
    case 'integer':
    case 'number':
      return (
        typeof value === 'number' &&
        (schema.type === 'number' ? Number.isFinite(value) : Number.isInteger(value)) &&
        value >= (schema.minimum ?? -Infinity) &&
        value <= (schema.maximum ?? Infinity)
      );
    case 'array':
      return (
        Array.isArray(value) &&
        value.length <= (schema.maxItems ?? Infinity) &&
        value.every((item) => items === undefined || fits(items, item))
      );
    case 'object': {
      const every = schema.patternProperties?.['^.*$'];
      return (
        isRecord(value) &&
        Object.keys(value).length <= (schema.maxProperties ?? Infinity) &&
        required.every((name) => value[name] !== undefined) &&
        Object.entries(properties).every(
          ([name, of]) => value[name] === undefined || fits(of, value[name]),
        ) &&
        (every === undefined || Object.values(value).every((one) => fits(every, one)))
      );
    }
    case 'null':
      return value === null;
    case undefined:
      return true;
    default:
      return typeof value === schema.type;
  }
}

const regExps = new Map<string, RegExp>();

/** A registry has hundreds of texts, and is read at each start. */
function regExpOf(pattern: string): RegExp {
  const regExp = regExps.get(pattern) ?? new RegExp(pattern);
  regExps.set(pattern, regExp);
  return regExp;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
