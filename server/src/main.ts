import { buildApp } from './app.ts';
import { runInBackground } from './run/common/runInBackground.ts';
import { explainListenError, loadConfig } from './run/config/config.ts';
import { noteAddress } from './run/dataFolder/dataFolder.ts';

/** Milliseconds to shut down after an uncaught error. */
const graceForFaults = 5_000;
/** Signals within this time count as one: a terminal, systemd and the parent process may each send theirs. */
const oneSignalMs = 1_000;
// Files are readable by their owner only.
process.umask(0o077);

try {
  const config = loadConfig(process.env);
  const { app, close } = await buildApp(config);
  // In the log, with their stack, instead of Node's own lines between its lines.
  process.removeAllListeners('warning');
  process.on('warning', (err) => app.log.warn({ err }, 'a warning of Node'));
  const address = await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw explainListenError(error, config);
  });
  const noted = `${config.origin ?? address}${config.basePath}`;
  runInBackground(() => noteAddress(config.dataDir, noted), app.log, 'the address could not be noted');
  process.stdout.write(`Lectern is at ${address}\n`);

  let stoppingSince: number | null = null;
  const stop = (code: number, graceMs?: number) => {
    stoppingSince = performance.now();
    close(graceMs).then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  // A second signal does not wait for requests in flight.
  const onSignal = () => {
    if (stoppingSince === null) stop(0);
    else if (performance.now() - stoppingSince > oneSignalMs) process.exit(1);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  // The parent process has gone.
  process.on('disconnect', () => {
    if (stoppingSince === null) stop(0);
  });

  // Last resort. The state of the process is unknown, so it exits and is restarted.
  process.on('uncaughtException', (err, origin) => {
    app.log.fatal({ err, origin }, 'uncaught error: the server exits');
    setTimeout(() => process.exit(1), graceForFaults).unref();
    if (stoppingSince === null) stop(1, graceForFaults);
  });
  process.send?.('listening');
} catch (error) {
  process.stderr.write(`Lectern cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
