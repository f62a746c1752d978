import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hostileRemotes, taken } from '../../shared-contracts/src/testing/hostileRemotes.ts';
import { contentProblem } from '../lib/deploy/contentProblems.mjs';
import { remoteNames } from '../lib/paths.mjs';
import { contentOf, exposesOf } from '../lib/registry/publish.mjs';

const shell = { paths: taken.shell };
const other = { current: { description: { name: 'mf-other', pages: [{ path: taken.remote }] } } };
const registry = { remotes: { 'mf-other': other } };
const page = (change = {}) => ({ path: '/lending', expose: 'LendingPage', title: 'Lending', ...change });
const point = (input) => ({ name: 'reminder', version: 1, kind: 'component', title: 'Reminder', input });
const fill = (name) => ({ point: 'mf-a/tab', expose: 'LendingPage', name });
const problem = (content) =>
  contentProblem({ name: 'mf-lending', exposes: ['LendingPage'], ...content }, { shell, registry });

describe('[T-13] a deploy rejects a remote.json', () => {
  for (const { what, content, place } of hostileRemotes)
    it(`with ${what}: names the position and the reason`, () => {
      const lines = String(problem(content)).split('\n').slice(1);
      assert.ok(
        lines.some((line) => line.startsWith(`  ${place}`) && /: \S/.test(line)),
        `${place} is not among: ${lines.join(', ')}`,
      );
    });

  for (const [what, content, says] of [
    [
      'a key that is misspelt',
      { pages: [page({ chrom: 'none' })] },
      /pages\[0\]: .*additional properties.*chrom/,
    ],
    ['a list that nobody knows', { fill: [] }, /remote\.json: .*additional properties.*fill/],
    ['a path of the shell', { pages: [page({ path: '/Settings' })] }, /pages\[0\]\.path: .*the shell has it/],
    [
      'a path of another remote',
      { pages: [page({ path: '/loans/7/return' })] },
      /mf-other has it \(\/loans\/:loanId\/return\)/,
    ],
    [
      'parents that lead in a circle',
      { pages: [page({ parent: '/lent' }), page({ path: '/lent', parent: '/lending' })] },
      /pages\[0\]\.parent: leads back to \/lending/,
    ],
    [
      'a module that is not there',
      { pages: [page({ expose: 'Nothing' })] },
      /pages\[0\]\.expose: there is no/,
    ],
    [
      'a point that there is not',
      { fills: [{ point: 'shell/sidebar', expose: 'LendingPage', name: 'Lending' }] },
      /fills\[0\]\.point: shell\/sidebar is none of shell\/dashboard/,
    ],
    ['a read that the API lacks', { offlineReads: [{ key: 'GET /loans' }] }, /the API has no GET \/loans/],
    ['a title with markup', { pages: [page({ title: '<img src=x>' })] }, /pages\[0\]\.title: has < or >/],
    [
      'a default that is not of its own type',
      { config: { days: { title: 'Days', type: 'number', default: 'ten' } } },
      /config\.days\.default: does not fit the setting/,
    ],
    [
      'one module at a point twice',
      { fills: [fill('Lent'), fill('Borrowed')] },
      /fills\[1\]\.expose: LendingPage is at mf-a\/tab already/,
    ],
    [
      'a schema of a point that is none',
      { points: [point({ type: 'object', properties: null })] },
      /points\[0\]\.input: .*properties/,
    ],
    [
      'a schema that browsers do not check',
      { points: [point({ properties: { to: { type: ['string', 'null'] }, by: { oneOf: [{}] } } })] },
      /a list of types is not checked.*\n.*oneOf is not checked/,
    ],
    [
      'more than a registry can carry',
      {
        pages: Array.from({ length: 40 }, (_, at) =>
          page({ path: `/x${at}`, preloads: Array(40).fill('/a'.repeat(90)) }),
        ),
      },
      /remote\.json: \d+ bytes, at most 48000/,
    ],
  ]) {
    it(`with ${what}: says so`, () => {
      assert.match(String(problem(content)), says);
    });
  }

  it('but none of this checkout', () => {
    for (const name of remoteNames()) {
      const exposes = Object.keys(exposesOf(name)).map((expose) => expose.slice(2));
      const found = contentProblem(
        { name, exposes, ...contentOf(name) },
        { shell, registry: { remotes: {} } },
      );
      assert.equal(found, null);
    }
  });
});
