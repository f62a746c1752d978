/**
 * npm run deploy -- mf-reader             builds that remote alone, publishes it under its version, makes it current
 * npm run deploy -- mf-reader --rollback  makes the version before current again
 * npm run deploy -- --list                what is published
 *
 * Into LECTERN_REMOTES_DIR (dist/remotes). Neither the shell nor another remote is built or touched.
 */
import { pathToFileURL } from 'node:url';
import { remoteNames, remotesDist } from './lib/paths.mjs';
import { readRegistry, writeRegistry } from './lib/publish.mjs';
import { ready } from './lib/ready.mjs';

/** The version before becomes current, and the other way round: rolling back twice changes nothing. */
export function rolledBack(registry, name) {
  const entry = registry.remotes[name];
  if (!entry) throw new Error(`${name} is not published.`);
  if (!entry.previous) throw new Error(`${name} has no version before ${entry.current.description.version}.`);
  return { remotes: { ...registry.remotes, [name]: { current: entry.previous, previous: entry.current } } };
}

async function main([...words]) {
  const target = process.env.LECTERN_REMOTES_DIR ?? remotesDist;
  const show = () => {
    for (const [name, { current, previous }] of Object.entries(readRegistry(target).remotes)) {
      console.log(
        `${name}  ${current.description.version}${previous ? `  (before: ${previous.description.version})` : ''}`,
      );
    }
  };
  if (words.includes('--list')) return show();
  const name = words.find((word) => !word.startsWith('--'));
  if (!name || !remoteNames().includes(name)) {
    throw new Error(`Name one remote: ${remoteNames().join(', ')}.`);
  }
  if (words.includes('--rollback')) writeRegistry(target, rolledBack(readRegistry(target), name));
  else await (await import('./build.mjs')).build([name], target);
  return show();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ready();
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
