export interface RunningServer {
  url: string;
  dataDir: string;
  /** Of the process that runs now. */
  pid(): number;
  /** What it has printed. */
  log(): string;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Asks it to end, and removes its data folder unless that was given. */
  stop(): Promise<void>;
  /** After a kill: again, on the same port and data. */
  restart(): Promise<void>;
}

export function startServer(settings?: Record<string, string>): Promise<RunningServer>;
