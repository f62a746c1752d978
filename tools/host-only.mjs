/** Checks that remotes ask the Host (lib/sources/hostOnly.mjs): part of npm run check. */
import './lib/usage.mjs';
import { remoteNames } from './lib/paths.mjs';
import { hostOnlyProblems } from './lib/sources/hostOnly.mjs';

const problems = [...remoteNames(), 'tools/kit/mf-sample'].flatMap((remote) => hostOnlyProblems(remote));
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
