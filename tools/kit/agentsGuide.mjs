/**
 * The facts of the contract on one page, for programs that write code: AGENTS.md in the folder of a team's remotes.
 * All of it is read from the contract's types and schemas when the kit is packed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RemoteContent } from '../../shared-contracts/src/contract/remotes.ts';
import { CONTRACT_VERSION } from '../../shared-contracts/src/contract/version.ts';
import { root } from '../lib/paths.mjs';
import { linesOf, reportLines } from '../lib/release/contractReport.mjs';
import { refusals } from '../lib/sources/hostOnly.mjs';

/** @returns {string} Markdown */
export function agentsGuide() {
  return `# Facts for writing a remote

For contract ${CONTRACT_VERSION} of Lectern. The types are in \`node_modules/@lectern/shared-contracts/src\`, the components in
\`node_modules/@lectern/shared-ui/src\`. A remote imports these two and its own files, and nothing else of Lectern.

## Commands

| command | what it does |
|---|---|
| \`npm run dev -w mf-name\` | rebuilds it on change, and prints the override for a deployed Lectern |
| \`npm test\` | runs the tests in a test Host (\`createTestHost\`, \`renderInHost\`) |
| \`npm run check\` | types, and what a deploy refuses |
| \`npm run deploy -- mf-name --base https://…\` | builds, checks and publishes it |

## remote.json

All that the remote brings, as data. Each \`expose\` is a file of \`src/expose\`: a component made by \`federated\`, or a function
made by \`pointFunction\`.

${code(Object.entries(RemoteContent.properties).map(([key, schema]) => `${key}?: ${shapeOf(schema)}`))}

An \`icon\` is one of ${iconNames().join(', ')}.

## Points

A fill names the point and its module. With a result it is a function, otherwise a component.

${code(pointLines())}

## The Host

\`useHost()\` in a component; \`useData\`, \`useCollection\`, \`usePoint\`, \`useFlag\`, \`useReadable\` and \`useTranslate\` beside it.

${code([...new Set([...reportLines().filter((line) => /^Host(?!Error)/.test(line)), ...linesIn('hostCollection.ts')])])}

## Refused

By \`npm run check\` and by every deploy:

${refusals.map((refusal) => `- ${refusal}`).join('\n')}
`;
}

const code = (lines) => ['```ts', ...lines, '```'].join('\n');

const iconNames = () =>
  readFileSync(join(root, 'shell/src/layout/navigation/icons.ts'), 'utf8')
    .match(/(?<=^ {2}'?)[a-z-]+(?='?: [A-Z])/gm)
    .sort();

const linesIn = (module) =>
  linesOf(readFileSync(join(root, 'shared-contracts/src/contract', module), 'utf8'));

/** The points that fills can name, then the types of what they give. */
function pointLines() {
  const lines = linesIn('points.ts');
  const points = lines.flatMap((line) => /^Points\.(.*)$/.exec(line)?.[1] ?? []);
  const types = lines.filter((line) => /^\w+\./.test(line) && !/^(?:Points|PointFill)\./.test(line));
  return [...points, '', ...types];
}

/** A JSON Schema in the notation of TypeScript. @returns {string} */
export function shapeOf(schema) {
  const { type, anyOf, items, properties, required = [], patternProperties } = schema;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (anyOf) return anyOf.map(shapeOf).join(' | ');
  if (type === 'array') return `${items.anyOf ? `(${shapeOf(items)})` : shapeOf(items)}[]`;
  if (patternProperties) return `Record<string, ${shapeOf(Object.values(patternProperties)[0])}>`;
  if (properties) {
    const field = ([key, one]) => `${key}${required.includes(key) ? '' : '?'}: ${shapeOf(one)}`;
    return `{ ${Object.entries(properties).map(field).join('; ')} }`;
  }
  return type === 'integer' ? 'number' : (type ?? 'unknown');
}
