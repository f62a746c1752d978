import { StartError } from '../common/errors.ts';

/** Readers of environment variables. An empty one is not set. All throw StartError for a value that cannot be used. */
export type Environment = Readonly<Record<string, string | undefined>>;

export function wholeNumber(
  env: Environment,
  name: string,
  standard: number,
  least: number,
  most: number,
): number {
  const value = env[name];
  if (!value) return standard;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new StartError(`${name} must be a whole number from ${least} to ${most}, not '${value}'.`);
  }
  return number;
}

export function flag(env: Environment, name: string): boolean {
  const value = env[name];
  if (!value || value === '0' || value === 'false') return false;
  if (value === '1' || value === 'true') return true;
  throw new StartError(`${name} must be 1 or 0, not '${value}'.`);
}

export function oneOf<T extends string>(
  env: Environment,
  name: string,
  allowed: readonly T[],
  standard: T,
): T {
  const value = env[name];
  if (!value) return standard;
  const choice = allowed.find((option) => option === value);
  if (choice === undefined)
    throw new StartError(
      `${name} must be ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}, not '${value}'.`,
    );
  return choice;
}

/**
 * An address; null when it is not set. The message does not include the value, which may contain a password.
 * @param scheme that is allowed
 */
export function addressIn(env: Environment, name: string, scheme: RegExp, example: string): string | null {
  const value = env[name];
  if (!value) return null;
  if (!scheme.test(value) || !/^\w+:\/\//.test(value) || !URL.canParse(value))
    throw new StartError(`${name} must be an address such as ${example}.`);
  return value;
}
