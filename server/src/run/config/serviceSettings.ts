import { StartError } from '../common/errors.ts';
import { addressIn, type Environment, wholeNumber } from './environment.ts';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  /** Label of the sign-in button. */
  name: string;
  /** Allows a provider in a private network; only its own origin is exempt from the SSRF guard. */
  private: boolean;
}

/**
 * Reads OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME and OIDC_PRIVATE; null without an issuer. Throws
 * an Error for the operator.
 */
export function oidcSettings(env: Environment): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET, OIDC_NAME } = env;
  if (!issuer) return null;
  const isPrivate = env.OIDC_PRIVATE === '1';
  const allowed = isPrivate ? /^https?:\/\// : /^https:\/\//;
  if (!URL.canParse(issuer) || !allowed.test(issuer))
    throw new StartError(
      `OIDC_ISSUER must be an address such as https://accounts.example.org, not '${issuer}'. For a provider in your own network set OIDC_PRIVATE=1.`,
    );
  if (!clientId) throw new StartError('OIDC_CLIENT_ID must be given with OIDC_ISSUER.');
  return {
    issuer,
    clientId,
    clientSecret: OIDC_CLIENT_SECRET || null,
    name: OIDC_NAME || new URL(issuer).hostname,
    private: isPrivate,
  };
}

export interface MailSettings {
  /** smtp://user:password@host:587, or smtps:// for implicit TLS. */
  url: string;
  /** From address of all emails. */
  from: string;
  /** Address of the operator, who receives the contact messages. */
  operator: string;
}

const address = /^[^\s<>]+@[^\s<>]+$/;

/** The address in `Name <address>`. */
export const bareAddress = (from: string) => from.replace(/^.*<|>$/g, '');

/**
 * Reads SMTP_URL, SMTP_FROM and LECTERN_OPERATOR_EMAIL; null without SMTP_URL. Error messages do not include the URL,
 * which contains a password.
 */
export function mailSettings(env: Environment, origin: string | null): MailSettings | null {
  const url = addressIn(env, 'SMTP_URL', /^smtps?:/, 'smtp://user:password@mail.example.org:587');
  const { SMTP_FROM: from, LECTERN_OPERATOR_EMAIL: operator } = env;
  if (url === null) return null;
  if (!from || !address.test(bareAddress(from)))
    throw new StartError('SMTP_FROM must be the address that mail is sent from, when SMTP_URL is given.');
  if (operator && !address.test(operator))
    throw new StartError('LECTERN_OPERATOR_EMAIL must be one email address.');
  // The origin of a request could be forged by whoever requests a reset link for someone else.
  if (origin === null)
    throw new StartError(
      'LECTERN_ORIGIN must be given with SMTP_URL: links in mail need the public address of the library.',
    );
  return { url, from, operator: operator || bareAddress(from) };
}

const metadataSources = ['openlibrary', 'google', 'wikidata'] as const;

/** Services of the net that are asked about books. */
export interface MetadataSettings {
  sources: (typeof metadataSources)[number][];
  /** How the services reach the operator: part of the User-Agent. */
  contact: string;
  /** Asked instead of the services, for tests: http://127.0.0.1:9000 gets /openlibrary.org/search.json. */
  standIn: string | null;
  /** Milliseconds for a request. */
  timeLimit: number;
}

/**
 * Reads LECTERN_METADATA and LECTERN_METADATA_STAND_IN; null without the former: nobody is asked. Throws an Error for
 * the operator.
 */
export function metadataSettings(env: Environment, origin: string | null): MetadataSettings | null {
  const { LECTERN_METADATA: wanted, LECTERN_OPERATOR_EMAIL: operator } = env;
  const standIn = addressIn(env, 'LECTERN_METADATA_STAND_IN', /^https?:/, 'http://127.0.0.1:9000');
  if (!wanted) return null;
  const names = wanted.split(',').map((name) => name.trim());
  const sources = metadataSources.filter((source) => names.includes(source));
  if (names.some((name) => !sources.some((source) => source === name)))
    throw new StartError(
      `LECTERN_METADATA must be a list of ${metadataSources.join(', ')}, not '${wanted}'. Leave it out to ask nobody.`,
    );
  const contact = operator || origin;
  if (!contact)
    throw new StartError(
      'LECTERN_OPERATOR_EMAIL must be given with LECTERN_METADATA: the services ask for a way to reach who sends requests.',
    );
  return { sources, contact, standIn: standIn?.replace(/\/+$/, '') ?? null, timeLimit: 10_000 };
}

/** The mentor's model: an endpoint compatible with OpenAI's chat completions. */
export interface ModelSettings {
  /** Includes the version, such as http://127.0.0.1:11434/v1. */
  baseUrl: string;
  model: string;
  /** Sent to that endpoint only. */
  apiKey: string | null;
  /** Milliseconds until the first token, and between tokens. */
  timeout: number;
}

/**
 * Reads MENTOR_BASE_URL, MENTOR_MODEL, MENTOR_API_KEY and MENTOR_TIMEOUT_SECONDS; null without a model. Throws an
 * Error for the operator, without the given values, which may include a key.
 */
export function modelSettings(env: Environment): ModelSettings | null {
  const baseUrl = addressIn(env, 'MENTOR_BASE_URL', /^https?:/, 'http://127.0.0.1:11434/v1');
  const { MENTOR_MODEL: model, MENTOR_API_KEY: apiKey } = env;
  if (!baseUrl && !model) return null;
  if (!baseUrl || !model) throw new StartError('Set both MENTOR_BASE_URL and MENTOR_MODEL, or neither.');
  const seconds = wholeNumber(env, 'MENTOR_TIMEOUT_SECONDS', 60, 1, 600);
  return { baseUrl: baseUrl.replace(/\/+$/, ''), model, apiKey: apiKey || null, timeout: seconds * 1000 };
}

/**
 * Reads LECTERN_PARTS_BACKENDS, such as 'mf-lending=https://lending.example.org'; several are separated by spaces.
 * @throws StartError
 */
export function partBackends({
  LECTERN_PARTS_BACKENDS: list = '',
}: Environment): ReadonlyMap<string, string> {
  const entries = list.split(/\s+/).filter(Boolean);
  return new Map(
    entries.map((entry) => {
      const [, part = '', backend = ''] = /^(mf-[a-z0-9-]{1,40})=(.+)$/.exec(entry) ?? [];
      const url = URL.parse(backend);
      const isSafe =
        url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.includes(url.hostname));
      if (!url || !isSafe || url.username || url.search || url.hash)
        throw new StartError(
          'LECTERN_PARTS_BACKENDS must name parts and their addresses, such as mf-lending=https://lending.example.org.',
        );
      return [part, url.href.replace(/\/+$/, '')];
    }),
  );
}

const loopback = ['127.0.0.1', '[::1]', 'localhost'];
