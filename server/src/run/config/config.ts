import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import { editDistance } from '@lectern/shared-contracts/domain/search/spelling.ts';
import { StartError } from '../common/errors.ts';
import { dataFiles } from '../dataFolder/dataFolder.ts';
import { type BucketSettings, bucketAddress, bucketOfAddress, bucketSettings } from './bucketSettings.ts';
import { addressIn, type Environment, flag, oneOf, wholeNumber } from './environment.ts';
import { keepSecret, refuseWeakSecret } from './secret.ts';
import {
  type MailSettings,
  type MetadataSettings,
  type ModelSettings,
  mailSettings,
  metadataSettings,
  modelSettings,
  type OidcSettings,
  oidcSettings,
  partBackends,
} from './serviceSettings.ts';

/** Settings, read once from the environment. Every one has a default that works on a single machine. */
export interface Config {
  host: string;
  port: number;
  /** Folder of the database, the files and the secret. */
  dataDir: string;
  /** Path of the API, without a trailing slash. */
  root: string;
  /** Path below which the whole app is served, such as /books; '' at the root of a host. */
  basePath: string;
  /** postgres://…; null for SQLite in dataDir. */
  databaseUrl: string | null;
  /** Bucket for books and covers; null to keep them in dataDir. */
  bucket: BucketSettings | null;
  /** Folder of the built shell and the published remotes. */
  publicDir: string;
  remotesDir: string;
  /** Bucket of the published remotes, when LECTERN_REMOTES_DIR is s3://bucket/prefix. */
  remotesBucket: BucketSettings | null;
  /** Folder of dictionaries in StarDict or DICT format, for all users. */
  dictionariesDir: string;
  /** Whether developers may override deployed remotes with local builds in their own browser. */
  allowOverrides: boolean;
  /** Whether to trust X-Forwarded-For and X-Forwarded-Proto of a proxy. */
  trustProxy: boolean;
  production: boolean;
  maxUploadBytes: number;
  /** Storage quota of a user, in bytes. */
  quotaBytes: number;
  /** Concurrent uploads per user. */
  openUploads: number;
  /** Requests per user and minute; expensive routes have a share of it (http/rateLimits/routeCosts.ts). */
  requestsPerMinute: number;
  /** Statement timeout in milliseconds, PostgreSQL only. */
  databaseTimeout: number;
  /** At least 32 bytes. Generated on first start in dataDir/secret (mode 600) unless LECTERN_SECRET is set. */
  secret: string;
  version: string;
  /** Public URL of the library, such as https://books.example.org; used in links that are sent out. */
  origin: string | null;
  /** Who may register, unless an administrator has changed it. */
  registration: 'open' | 'invited';
  /** Days after which sessions end. */
  sessions: { idleDays: number; maxDays: number };
  /** Days to keep problem reports and messages. */
  reportDays: number;
  /** Days to keep the security log. */
  securityLogDays: number;
  /** OpenID Connect provider; null when not configured. */
  oidc: OidcSettings | null;
  /** Null when no mail server is configured. */
  mail: MailSettings | null;
  /** The mentor's language model; null to quote passages instead. */
  mentor: ModelSettings | null;
  /** Services of the net that are asked about books; null to ask nobody. */
  metadata: MetadataSettings | null;
  /** Addresses of teams' own backends, without a trailing slash, by name of the part. */
  partBackends: ReadonlyMap<string, string>;
  /** Place of the nightly backups, and how many to keep; null for none. */
  backups: { place: string | BucketSettings; keep: number } | null;
  /** Address of the Prometheus endpoint; null to disable it. */
  metrics: { host: string; port: number } | null;
  logLevel: (typeof logLevels)[number];
}

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

const gigabyte = 1024 ** 3;
const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');

/**
 * Settings from environment variables, which docs/operators.md lists.
 * @throws StartError when one cannot be used, or the name of one is misspelled
 */
export function loadConfig(given: Environment): Config {
  const names = new Set<string>();
  const env = new Proxy(given, {
    get(target, name: string) {
      names.add(name);
      return target[name];
    },
  });
  const config = readConfig(env);
  refuseMisspelledSettings(given, names);
  // Last, because it may write a file.
  config.secret = env.LECTERN_SECRET
    ? refuseWeakSecret(env.LECTERN_SECRET, config.production)
    : keepSecret(config.dataDir, { production: config.production, shared: config.databaseUrl !== null });
  return config;
}

function readConfig(env: Environment): Config {
  const production = env.NODE_ENV === 'production';
  const dataDir = resolve(env.DATA_DIR || 'data');
  const origin = ownOrigin(env.LECTERN_ORIGIN);
  return {
    host: env.HOST || '127.0.0.1',
    port: wholeNumber(env, 'PORT', 8080, 0, 65_535),
    dataDir,
    root: rootPath(env.LECTERN_ROOT),
    basePath: basePathOf(env.LECTERN_BASE_PATH),
    databaseUrl: addressIn(env, 'DATABASE_URL', /^postgres(ql)?:/, 'postgres://user:password@host/database'),
    bucket: bucketSettings(env),
    publicDir: resolve(env.LECTERN_PUBLIC_DIR || `${projectDir}/dist/shell`),
    remotesDir: resolve(env.LECTERN_REMOTES_DIR || `${projectDir}/dist/remotes`),
    remotesBucket: bucketOfAddress('LECTERN_REMOTES_DIR', env.LECTERN_REMOTES_DIR ?? '', env),
    dictionariesDir: resolve(env.LECTERN_DICTIONARIES_DIR || `${dataDir}/dictionaries`),
    allowOverrides: flag(env, 'LECTERN_ALLOW_OVERRIDES'),
    trustProxy: flag(env, 'LECTERN_TRUST_PROXY'),
    production,
    maxUploadBytes: wholeNumber(env, 'LECTERN_MAX_UPLOAD_MB', 500, 1, 1_000_000) * 1024 ** 2,
    quotaBytes: wholeNumber(env, 'LECTERN_QUOTA_MB', (50 * gigabyte) / 1024 ** 2, 1, 1e9) * 1024 ** 2,
    openUploads: wholeNumber(env, 'LECTERN_OPEN_UPLOADS', limits.uploadsUnderWay, 1, 10_000),
    requestsPerMinute: wholeNumber(env, 'LECTERN_REQUESTS_PER_MINUTE', 12_000, 100, 1e9),
    databaseTimeout: wholeNumber(env, 'LECTERN_DATABASE_TIMEOUT_S', 60, 1, 3_600) * 1_000,
    secret: env.LECTERN_SECRET ?? '',
    version: ownVersion(),
    origin,
    registration: oneOf(env, 'LECTERN_REGISTRATION', ['open', 'invited'], 'open'),
    sessions: {
      idleDays: wholeNumber(env, 'LECTERN_SESSION_IDLE_DAYS', 30, 1, 3_650),
      maxDays: wholeNumber(env, 'LECTERN_SESSION_MAX_DAYS', 180, 1, 3_650),
    },
    reportDays: wholeNumber(env, 'LECTERN_REPORT_DAYS', 180, 8, 3_650),
    securityLogDays: wholeNumber(env, 'LECTERN_SECURITY_LOG_DAYS', 90, 1, 3_650),
    oidc: oidcSettings(env),
    mail: mailSettings(env, origin),
    mentor: modelSettings(env),
    metadata: metadataSettings(env, origin),
    partBackends: partBackends(env),
    backups: nightlyBackups(env, dataDir),
    metrics: metricsAddress(env),
    logLevel: oneOf(env, 'LECTERN_LOG', logLevels, 'warn'),
  };
}

function nightlyBackups(env: Environment, dataDir: string): Config['backups'] {
  const keep = wholeNumber(env, 'LECTERN_BACKUP_KEEP', 7, 1, 1_000);
  if (!env.LECTERN_BACKUP_DIR) return null;
  const bucket = bucketOfAddress('LECTERN_BACKUP_DIR', env.LECTERN_BACKUP_DIR, env);
  if (bucket !== null && bucket.bucket === env.S3_BUCKET)
    throw new StartError(
      `LECTERN_BACKUP_DIR is ${bucketAddress(bucket)}, which lies in S3_BUCKET: what takes the library would take its backups too. Set it to another bucket.`,
    );
  if (bucket !== null) return { place: bucket, keep };
  const folder = resolve(env.LECTERN_BACKUP_DIR);
  if (`${folder}/`.startsWith(`${dataDir}/`))
    throw new StartError(
      `LECTERN_BACKUP_DIR is ${folder}, which lies in DATA_DIR: what takes the library would take its backups too. Set it to a folder outside, best on another disk.`,
    );
  return { place: folder, keep };
}

function metricsAddress(env: Environment): Config['metrics'] {
  const host = env.LECTERN_METRICS_HOST || '127.0.0.1';
  if (!env.LECTERN_METRICS_PORT) return null;
  return { host, port: wholeNumber(env, 'LECTERN_METRICS_PORT', 0, 0, 65_535) };
}

/** Path of the SQLite database. */
export const databaseFile = ({ dataDir }: Pick<Config, 'dataDir'>) => dataFiles.database(dataDir);

function rootPath(value: string | undefined): string {
  const root = value || '/v1';
  if (!/^(\/[A-Za-z0-9._-]+)+$/.test(root))
    throw new StartError(`LECTERN_ROOT must be a path such as /v1, not '${root}'.`);
  return root;
}

function basePathOf(value: string | undefined): string {
  const path = (value ?? '').replace(/\/$/, '');
  if (path !== '' && !/^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/.test(path))
    throw new StartError(`LECTERN_BASE_PATH must be a path such as /books, not '${value}'.`);
  return path;
}

function ownOrigin(value: string | undefined): string | null {
  if (!value) return null;
  if (!/^https?:\/\/[^/]+$/.test(value) || !URL.canParse(value)) {
    throw new StartError(
      `LECTERN_ORIGIN must be an origin such as https://books.example.org, not '${value}'.`,
    );
  }
  return value;
}

/**
 * Refuses misspelled names, which would otherwise be ignored: LECTERN_REGISTRATON=invited would leave registration
 * open.
 * @param settings names of all settings
 * @throws StartError that suggests the intended name
 */
function refuseMisspelledSettings(env: Environment, settings: ReadonlySet<string>): void {
  for (const name of Object.keys(env)) {
    if (!name.startsWith('LECTERN_') || settings.has(name)) continue;
    const meant = [...settings].find((setting) => editDistance(name, setting) <= 2);
    if (meant === undefined) continue;
    throw new StartError(`${name} is not a setting of Lectern. Did you mean ${meant}?`);
  }
}

/** Version of this server. */
export function ownVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}

/**
 * Explains an error of listen(); returns other errors unchanged.
 * @param settings with host and port
 */
export function explainListenError(
  error: unknown,
  { host, port }: { host: string; port: number },
  settings: { host: string; port: string } = { host: 'HOST', port: 'PORT' },
): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartError(
      `Port ${port} of ${host} is in use by another program. Stop that program, or set ${settings.port} to another number.`,
    );
  if (code === 'EACCES')
    return new StartError(
      `This user may not listen on port ${port} of ${host}. Set ${settings.port} to a number from 1024 on.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartError(
      `${settings.host} is ${host}, which is no address of this machine. Set ${settings.host} to 127.0.0.1 for this machine only, or to 0.0.0.0 for all its networks.`,
    );
  return error;
}
