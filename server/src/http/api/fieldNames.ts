import type { RouteDefinition } from '@lectern/shared-contracts/api/route.ts';
import { AppError } from '../../run/common/errors.ts';

/** Other names of fields in the specification; see shared-contracts/src/domain/books/book.ts. */
const aliases: Readonly<Record<string, string>> = {
  cover: 'cover_url',
  cover_image_url: 'cover_url',
  dateAdded: 'created_at',
};

type Values = Record<string, unknown>;
type Properties = ReadonlySet<string>;

/** Every name may be written in snake_case and in camelCase. */
const otherSpelling = (name: string) =>
  name.includes('_')
    ? name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const propertiesOf = (schema: unknown): Properties | null => {
  const { properties, additionalProperties } = (schema ?? {}) as Values;
  const isOpen = typeof additionalProperties === 'object' || additionalProperties === true;
  return properties && !isOpen ? new Set(Object.keys(properties)) : null;
};

/** Gives fields the names of the contract. A field under its own name takes precedence. */
function renamed(values: Values, known: Properties): Values {
  const named: Values = {};
  for (const [name, value] of Object.entries(values)) {
    const other = [aliases[name], otherSpelling(name)].find((candidate) => candidate && known.has(candidate));
    if (known.has(name) || other === undefined) named[name] = value;
    else if (!Object.hasOwn(values, other)) named[other] = value;
  }
  return named;
}

/**
 * The query of a request with the names of the contract.
 * @throws AppError invalid_request with the name of each unknown parameter
 */
export function namedQuery(query: unknown, definition: RouteDefinition): unknown {
  const known = definition.query ? propertiesOf(definition.query) : new Set<string>();
  if (known === null) return query;
  const named = renamed((query ?? {}) as Values, known);
  refuse(Object.keys(named).filter((name) => !known.has(name)));
  return named;
}

/**
 * The body of a request with the names of the contract. What an answer contains may be sent back and is ignored where
 * it cannot be written.
 * @throws AppError invalid_request with the name of each unknown field, also of objects in a list
 */
export function namedBody(body: unknown, definition: RouteDefinition): unknown {
  const answered = propertiesOf(definition.response) ?? new Set<string>();
  const unknown: string[] = [];
  const named = namedObject(body, definition.body, '', (name, path) => {
    const isAnswered = Object.keys(renamed({ [name]: null }, answered)).some((own) => answered.has(own));
    if (path !== '' || !isAnswered) unknown.push(path + name);
  });
  refuse(unknown);
  return named;
}

/** @param tell is called with each unknown field and the path before it */
function namedObject(
  value: unknown,
  schema: unknown,
  path: string,
  tell: (name: string, path: string) => void,
): unknown {
  const known = propertiesOf(schema);
  if (known === null || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const named = renamed(value as Values, known);
  for (const [name, field] of Object.entries(named)) {
    if (!known.has(name)) tell(name, path);
    const { items } = ((schema as Values).properties as Record<string, Values>)[name] ?? {};
    if (items && Array.isArray(field))
      named[name] = field.map((item, at) => namedObject(item, items, `${path}${name}.${at}.`, tell));
  }
  return named;
}

/** @throws AppError invalid_request when there are any */
function refuse(unknown: readonly string[]): void {
  if (unknown.length === 0) return;
  throw new AppError(
    'invalid_request',
    `There is no field “${unknown[0]?.slice(0, 100)}” here. Please leave it out.`,
    unknown
      .slice(0, 20)
      .map((field) => ({ field: field.slice(0, 200), message: 'is not a field of this request' })),
  );
}
