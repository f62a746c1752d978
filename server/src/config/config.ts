import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import { StartError } from '../common/errors.ts';
import { dataFiles } from '../dataFolder/dataFolder.ts';
import { type BucketSettings, bucketAddress, bucketOfAddress, bucketSettings } from './bucketSettings.ts';
import { type MailSettings, mailSettings } from './mailSettings.ts';
import { refuseMisspelledSettings } from './misspelledSettings.ts';
import { type ModelSettings, modelSettings } from './modelSettings.ts';
import { type OidcSettings, oidcSettings } from './oidcSettings.ts';
import { ownVersion } from './ownVersion.ts';
import { keepSecret, refuseWeakSecret } from './secret.ts';
import { type TracingSettings, tracingSettings } from './tracingSettings.ts';

/** Settings, read once from the environment; everything has a default that works on one machine. */
export interface Config {
  host: string;
  port: number;
  /** Folder of the database, the files and the secrets. */
  dataDir: string;
  /** Where the API is mounted, without trailing slash. */
  root: string;
  /** Path of a site below which all of it is found, as in /books; '' where it has a host name of its own. */
  basePath: string;
  /** postgres://… ; SQLite in dataDir when null. */
  databaseUrl: string | null;
  /** Where books and covers lie; in dataDir when null. */
  bucket: BucketSettings | null;
  /** Folder of the built shell, and of the published remotes. */
  publicDir: string;
  remotesDir: string;
  /** Where remotes are published instead, when LECTERN_REMOTES_DIR is s3://bucket/prefix. */
  remotesBucket: BucketSettings | null;
  /** Folder of dictionaries in StarDict's format or that of DICT, for all readers. */
  dictionariesDir: string;
  /** Developers may lay remotes of their own machine over the deployed ones, each in their own browser. */
  allowOverrides: boolean;
  /** Behind a proxy whose X-Forwarded-For and -Proto are to be believed. */
  trustProxy: boolean;
  production: boolean;
  maxUploadBytes: number;
  /** Bytes a reader may store. */
  quotaBytes: number;
  /** Uploads that a reader may have under way at once. */
  openUploads: number;
  /** Requests that a reader may make in a minute; costly ones may be a share of that (rateLimits/routeCosts.ts). */
  requestsPerMinute: number;
  /** Milliseconds that a statement may take, where the database is PostgreSQL. */
  databaseTimeout: number;
  /** 32 bytes or more; made on first start and kept in dataDir/secret (mode 600) unless LECTERN_SECRET is set. */
  secret: string;
  version: string;
  /** Where readers find this library, as in https://books.example.org; for links that are handed out. */
  origin: string | null;
  /** Who may create an account, until an administrator says otherwise. */
  registration: 'open' | 'invited';
  /** Days after which sign-ins end. */
  sessions: { idleDays: number; maxDays: number };
  /** Days that problem reports and messages are kept. */
  reportDays: number;
  /** Days that the security log is kept. */
  securityLogDays: number;
  /** Sign-in by a provider of OpenID Connect; null where none is set up. */
  oidc: OidcSettings | null;
  /** Mail; null where no mail server is set up. */
  mail: MailSettings | null;
  /** The model that answers for the mentor; null when passages are quoted instead. */
  mentor: ModelSettings | null;
  /** The folder or bucket in which a backup is made every night, and how many are kept; null when none is. */
  backups: { place: string | BucketSettings; keep: number } | null;
  /** Where Prometheus asks; null when it does not. */
  metrics: { host: string; port: number } | null;
  /** Where traces of requests are sent; null when there are none. */
  tracing: TracingSettings | null;
  /** Of the server's own log. */
  logLevel: (typeof logLevels)[number];
}

type Environment = Readonly<Record<string, string | undefined>>;

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

const gigabyte = 1024 ** 3;
const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/**
 * Settings from environment variables: HOST, PORT, DATA_DIR, LECTERN_ROOT, LECTERN_BASE_PATH, DATABASE_URL, S3_*,
 * LECTERN_PUBLIC_DIR,
 * LECTERN_REMOTES_DIR, LECTERN_DICTIONARIES_DIR, LECTERN_ALLOW_OVERRIDES, LECTERN_TRUST_PROXY, NODE_ENV,
 * LECTERN_MAX_UPLOAD_MB, LECTERN_QUOTA_MB, LECTERN_OPEN_UPLOADS, LECTERN_REQUESTS_PER_MINUTE,
 * LECTERN_DATABASE_TIMEOUT_S, LECTERN_SECRET, LECTERN_ORIGIN,
 * LECTERN_REGISTRATION, LECTERN_REPORT_DAYS, LECTERN_SESSION_IDLE_DAYS, LECTERN_SESSION_MAX_DAYS,
 * LECTERN_SECURITY_LOG_DAYS, OIDC_*, SMTP_*, MENTOR_*, OTEL_*, LECTERN_LOG.
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
  // Last, because it may write.
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
    port: wholeNumber('PORT', env.PORT, 8080, 0, 65_535),
    dataDir,
    root: rootPath(env.LECTERN_ROOT),
    basePath: basePathOf(env.LECTERN_BASE_PATH),
    databaseUrl: postgresAddress(env.DATABASE_URL),
    bucket: bucketSettings(env),
    publicDir: resolve(env.LECTERN_PUBLIC_DIR || `${projectDir}/dist/shell`),
    remotesDir: resolve(env.LECTERN_REMOTES_DIR || `${projectDir}/dist/remotes`),
    remotesBucket: bucketOfAddress('LECTERN_REMOTES_DIR', env.LECTERN_REMOTES_DIR ?? '', env),
    dictionariesDir: resolve(env.LECTERN_DICTIONARIES_DIR || `${dataDir}/dictionaries`),
    allowOverrides: flag('LECTERN_ALLOW_OVERRIDES', env.LECTERN_ALLOW_OVERRIDES),
    trustProxy: flag('LECTERN_TRUST_PROXY', env.LECTERN_TRUST_PROXY),
    production,
    maxUploadBytes:
      wholeNumber('LECTERN_MAX_UPLOAD_MB', env.LECTERN_MAX_UPLOAD_MB, 500, 1, 1_000_000) * 1024 ** 2,
    quotaBytes:
      wholeNumber('LECTERN_QUOTA_MB', env.LECTERN_QUOTA_MB, (50 * gigabyte) / 1024 ** 2, 1, 1e9) * 1024 ** 2,
    openUploads: wholeNumber(
      'LECTERN_OPEN_UPLOADS',
      env.LECTERN_OPEN_UPLOADS,
      limits.uploadsUnderWay,
      1,
      10_000,
    ),
    requestsPerMinute: wholeNumber(
      'LECTERN_REQUESTS_PER_MINUTE',
      env.LECTERN_REQUESTS_PER_MINUTE,
      12_000,
      100,
      1e9,
    ),
    databaseTimeout:
      wholeNumber('LECTERN_DATABASE_TIMEOUT_S', env.LECTERN_DATABASE_TIMEOUT_S, 60, 1, 3_600) * 1_000,
    secret: env.LECTERN_SECRET ?? '',
    version: ownVersion(),
    origin,
    registration: oneOf('LECTERN_REGISTRATION', env.LECTERN_REGISTRATION, ['open', 'invited'], 'open'),
    sessions: {
      idleDays: wholeNumber('LECTERN_SESSION_IDLE_DAYS', env.LECTERN_SESSION_IDLE_DAYS, 30, 1, 3_650),
      maxDays: wholeNumber('LECTERN_SESSION_MAX_DAYS', env.LECTERN_SESSION_MAX_DAYS, 180, 1, 3_650),
    },
    reportDays: wholeNumber('LECTERN_REPORT_DAYS', env.LECTERN_REPORT_DAYS, 180, 8, 3_650),
    securityLogDays: wholeNumber('LECTERN_SECURITY_LOG_DAYS', env.LECTERN_SECURITY_LOG_DAYS, 90, 1, 3_650),
    oidc: oidcSettings(env),
    mail: mailSettings(env, origin),
    mentor: modelSettings(env),
    backups: nightlyBackups(env, dataDir),
    metrics: metricsAddress(env),
    tracing: tracingSettings(env),
    logLevel: oneOf('LECTERN_LOG', env.LECTERN_LOG, logLevels, 'warn'),
  };
}

function nightlyBackups(env: Environment, dataDir: string): Config['backups'] {
  const keep = wholeNumber('LECTERN_BACKUP_KEEP', env.LECTERN_BACKUP_KEEP, 7, 1, 1_000);
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
  return { host, port: wholeNumber('LECTERN_METRICS_PORT', env.LECTERN_METRICS_PORT, 0, 0, 65_535) };
}

/** The SQLite database of a data folder. */
export const databaseFile = ({ dataDir }: Pick<Config, 'dataDir'>) => dataFiles.database(dataDir);

function wholeNumber(
  name: string,
  value: string | undefined,
  standard: number,
  least: number,
  most: number,
): number {
  if (!value) return standard;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new StartError(`${name} must be a whole number from ${least} to ${most}, not '${value}'.`);
  }
  return number;
}

function flag(name: string, value: string | undefined): boolean {
  if (!value || value === '0' || value === 'false') return false;
  if (value === '1' || value === 'true') return true;
  throw new StartError(`${name} must be 1 or 0, not '${value}'.`);
}

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

/** What is wrong with it is said without it: there is a password in it. */
function postgresAddress(value: string | undefined): string | null {
  if (!value) return null;
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new StartError('DATABASE_URL must be an address such as postgres://user:password@host/database.');
  }
  return value;
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

function oneOf<T extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly T[],
  standard: T,
): T {
  if (!value) return standard;
  const found = allowed.find((one) => one === value);
  if (found === undefined)
    throw new StartError(
      `${name} must be ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}, not '${value}'.`,
    );
  return found;
}
