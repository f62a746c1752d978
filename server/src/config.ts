/** Settings, read once from the environment; everything has a default that works on one machine. */
export interface Config {
  host: string;
  port: number;
  /** Folder of the database, the files and the secrets. */
  dataDir: string;
  /** Where the API is mounted, without trailing slash. */
  root: string;
  /** postgres://… ; SQLite in dataDir when null. */
  databaseUrl: string | null;
  /** Folder of the built shell, and of the published remotes. */
  publicDir: string;
  remotesDir: string;
  /** Behind a proxy whose X-Forwarded-For and -Proto are to be believed. */
  trustProxy: boolean;
  production: boolean;
  maxUploadBytes: number;
  /** Bytes a reader may store. */
  quotaBytes: number;
  /** 32 bytes or more; made on first start and kept in dataDir/secret (mode 600) unless LECTERN_SECRET is set. */
  secret: string;
  version: string;
}
