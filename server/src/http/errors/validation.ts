import { routes } from '@lectern/shared-contracts/api/routes.ts';
import { uuid } from '@lectern/shared-contracts/domain/uuid.ts';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifyServerOptions } from 'fastify';

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Creates an Ajv instance. Params and query strings are coerced to numbers; JSON bodies are not. */
function checker(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    useDefaults: true,
    coerceTypes,
    removeAdditional: false,
    allErrors: false,
    strict: false,
  });
  ajv.addFormat('uuid', uuid);
  ajv.addFormat('date-time', (text: string) => dateTime.test(text) && !Number.isNaN(Date.parse(text)));
  return ajv;
}

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/** Our own validators, and JSON.stringify for responses, so that Fastify's defaults are not loaded. */
export const contractValidation: { compilersFactory: Factories } = {
  compilersFactory: {
    // The types come from Ajv's compiler, but Fastify calls it like this.
    buildValidator: (() => {
      const [ofBody, ofAddress] = [checker(false), checker(true)];
      return ({ schema, httpPart }: { schema: object; httpPart?: string }) =>
        compileLazily(() => (httpPart === 'body' ? ofBody : ofAddress).compile(schema));
    }) as unknown as NonNullable<Factories['buildValidator']>,
    buildSerializer: () => () => (data) => JSON.stringify(data),
  },
};

/** Compiles a validator on first use: most routes are rarely called, and validators take time and memory. */
function compileLazily(compile: () => ValidateFunction) {
  let check: ValidateFunction | undefined;
  return (value: unknown) => {
    check ??= compile();
    // In one expression: Fastify reads the errors before the next validation.
    return check(value) ? true : { error: check.errors ?? [] };
  };
}

/** For tests: checks a response against the contract. Returns the first difference, or null. */
export function responseChecker(): (key: keyof typeof routes, answer: unknown) => string | null {
  const ajv = checker(false);
  const compiled = new Map<string, ValidateFunction>();
  return (key, answer) => {
    const check = compiled.get(key) ?? ajv.compile(routes[key].response);
    compiled.set(key, check);
    return check(answer) ? null : ajv.errorsText(check.errors);
  };
}

/** Formats validation errors by field. */
export function fieldErrors(errors: readonly Partial<ErrorObject>[]): { field: string; message: string }[] {
  const byField = Map.groupBy(errors, ({ instancePath = '', params = {} }) => {
    const missing = 'missingProperty' in params ? `/${params.missingProperty}` : '';
    const extra = 'additionalProperty' in params ? `/${params.additionalProperty}` : '';
    return `${instancePath}${missing}${extra}`.slice(1, 200).replaceAll('/', '.');
  });
  return [...byField].slice(0, 20).map(([field, ofField]) => ({ field, message: sentenceOf(ofField) }));
}

/** One sentence for what a field may be, instead of one for each alternative. */
function sentenceOf(errors: readonly Partial<ErrorObject>[]): string {
  const values = errors.flatMap(({ keyword, params }) => (keyword === 'const' ? [params?.allowedValue] : []));
  const others = errors
    .filter(({ keyword = '' }) => !['const', 'anyOf', 'if'].includes(keyword))
    .map(({ keyword, message = 'is not as it should be' }) =>
      keyword === 'required'
        ? 'is missing'
        : keyword === 'additionalProperties'
          ? 'is not a field of this request'
          : message,
    );
  const choice = values.length > 1 ? `must be one of ${values.join(', ')}` : `must be ${values[0]}`;
  const all = [...new Set([...(values.length > 0 ? [choice] : []), ...others])];
  return (
    all.map((text, at) => (at === 0 ? text : text.replace(/^must be /, ''))).join(' or ') ||
    'is not as it should be'
  );
}
