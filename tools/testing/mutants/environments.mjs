/**
 * Run by Stryker in its copy of the repository: replaces the environments that tests request with those that record
 * which mutants a test reaches.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';

for (const file of globSync((process.env.MUTANTS_TESTS ?? '').split(' '))) {
  const text = readFileSync(file, 'utf8');
  const counted = text.replace(
    /@jest-environment (node|jsdom)\b/,
    '@jest-environment @stryker-mutator/jest-runner/jest-env/$1',
  );
  if (counted !== text) writeFileSync(file, counted);
}
