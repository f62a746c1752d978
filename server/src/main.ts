import { buildApp } from './app.ts';
import { loadConfig } from './config/config.ts';

/** Milliseconds that answers under way are given to finish. */
const graceForAnswers = 2_000;

/** Milliseconds that a server in trouble is given to end in order. */
const graceForFaults = 5_000;
// Files of readers are for the owner of the process only.
process.umask(0o077);

try {
  const config = loadConfig(process.env);
  const { app, close } = await buildApp(config);
  const address = await app.listen({ host: config.host, port: config.port });
  process.stdout.write(`Lectern is at ${address}\n`);

  let stopping = false;
  const stop = (code: number) => {
    stopping = true;
    // Browsers open connections ahead of need, and one without a request never becomes idle.
    setTimeout(() => app.server.closeAllConnections(), graceForAnswers).unref();
    close().then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  // A second signal does not wait for those who are still talking.
  const stopNow = () => (stopping ? process.exit(1) : stop(0));
  process.on('SIGTERM', stopNow);
  process.on('SIGINT', stopNow);
  // Whoever started the server is gone without a word.
  process.on('disconnect', () => stopping || stop(0));

  // The last line of defense. What state the process is in is not known any more, so it ends, and is started again.
  process.on('uncaughtException', (err, origin) => {
    app.log.fatal({ err, origin }, 'a fault that nothing has caught: the server ends');
    setTimeout(() => process.exit(1), graceForFaults).unref();
    if (!stopping) stop(1);
  });
  process.send?.('listening');
} catch (error) {
  process.stderr.write(`Lectern cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
