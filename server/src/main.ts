import { buildApp } from './app.ts';
import { loadConfig } from './config.ts';
import { giveBackMemory } from './giveBackMemory.ts';

/** Milliseconds that answers under way are given to finish. */
const graceForAnswers = 2_000;

try {
  const config = loadConfig(process.env);
  const { app, close } = await buildApp(config);
  const address = await app.listen({ host: config.host, port: config.port });
  await giveBackMemory();
  process.stdout.write(`Lectern is at ${address}\n`);

  let stopping = false;
  const stop = () => {
    // A second signal does not wait for those who are still talking.
    if (stopping) process.exit(1);
    stopping = true;
    // Browsers open connections ahead of need, and one without a request never becomes idle.
    setTimeout(() => app.server.closeAllConnections(), graceForAnswers).unref();
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  process.stderr.write(`Lectern cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
