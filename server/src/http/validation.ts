import { routes } from '@lectern/shared-contracts/api/routes.ts';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifyServerOptions } from 'fastify';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** A checker of the contract's schemas. Text from an address is turned into numbers; a JSON body is taken as it is. */
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

/**
 * Checkers by the schemas of the contract, and plain JSON for answers. What
 * Fastify would bring for both is then not even read.
 */
export const contractValidation: { compilersFactory: Factories } = {
  compilersFactory: {
    // Typed after Ajv's own, but called like this.
    buildValidator: (() => {
      const [ofBody, ofAddress] = [checker(false), checker(true)];
      return ({ schema, httpPart }: { schema: object; httpPart?: string }) =>
        whenFirstAsked(() => (httpPart === 'body' ? ofBody : ofAddress).compile(schema));
    }) as unknown as NonNullable<Factories['buildValidator']>,
    buildSerializer: () => () => (data) => JSON.stringify(data),
  },
};

/** Most routes are not asked for in most hours, and what checks them takes time to make and memory to keep. */
function whenFirstAsked(compile: () => ValidateFunction) {
  let check: ValidateFunction | undefined;
  return (value: unknown) => {
    check ??= compile();
    // In one step: Fastify reads what is wrong before anybody else is asked.
    return check(value) ? true : { error: check.errors ?? [] };
  };
}

/** For tests: does an answer have the shape the contract promises? Gives the first difference, or null. */
export function answerChecker(): (key: keyof typeof routes, answer: unknown) => string | null {
  const ajv = checker(false);
  const compiled = new Map<string, ValidateFunction>();
  return (key, answer) => {
    const check = compiled.get(key) ?? ajv.compile(routes[key].response);
    compiled.set(key, check);
    return check(answer) ? null : ajv.errorsText(check.errors);
  };
}

/** What is wrong, field by field, in words. */
export function fieldErrors(errors: readonly Partial<ErrorObject>[]): { field: string; message: string }[] {
  return errors.slice(0, 20).map(({ instancePath = '', params = {}, message = 'is not as it should be' }) => {
    const missing = 'missingProperty' in params ? `/${params.missingProperty}` : '';
    const extra = 'additionalProperty' in params ? `/${params.additionalProperty}` : '';
    return { field: `${instancePath}${missing}${extra}`.slice(1, 200).replaceAll('/', '.'), message };
  });
}
