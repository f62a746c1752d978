import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leastVersion } from '../lib/release/changes.mjs';
import { classifyChange, linesOf } from '../lib/release/contractReport.mjs';

const before = linesOf(`
/** Made by the shell. */
export interface Host {
  readonly api: HostApi; // the server
  go(to: string, options?: { replace?: boolean }): void;
}
/** Made by remotes. */
export interface SnackbarMessage { message: string }
export type NetworkState = 'online' | 'offline';
export function useHost(): Host { return null as never; }
interface Inner { hidden: true }
`);
const after = (change) => classifyChange(before, change([...before]));
const replace = (from, to) => after((lines) => lines.map((line) => (line === from ? to : line))).change;

describe('[MF-02] a change of the contract', () => {
  it('is derived from the exported types, not from their formatting', () => {
    assert.deepEqual(before, [
      'Host.readonly api:HostApi',
      'Host.go(to:string,options?:{replace?:boolean}):void',
      'SnackbarMessage.message:string',
      "NetworkState='online'|'offline'",
      'useHost():Host',
    ]);
    const written = linesOf("export   type NetworkState =\n  | 'online' // yes\n  | 'offline';");
    assert.deepEqual(written, ["NetworkState='online'|'offline'"]);
  });

  it('is a patch when no exported type has changed', () => {
    assert.deepEqual(
      after((lines) => lines),
      { change: 'patch', reasons: [] },
    );
  });

  for (const [what, line] of [
    ['the shell gives more', 'Host.readonly theme:Theme'],
    ['there is a new function', 'useTheme():Theme'],
    ['remotes may say more', 'SnackbarMessage.duration?:number'],
  ]) {
    it(`is minor when ${what}`, () => assert.equal(after((lines) => [...lines, line]).change, 'minor'));
  }

  it('is minor when a function accepts additional arguments', () => {
    const [, go] = before;
    assert.equal(replace(go, 'Host.go(to:string,options?:{replace?:boolean},where?:string):void'), 'minor');
    assert.equal(replace(go, 'Host.go(to:string,options?:{replace?:boolean},where:string):void'), 'major');
    assert.equal(replace(go, 'Host.go(to:URL):void'), 'major');
  });

  it('is minor when a function that returned nothing returns something, and major when the return type changes', () => {
    const [, go] = before;
    assert.equal(replace(go, go.replace(/void$/, '()=>void')), 'minor');
    const added = ['Host.register(name:string):string'];
    assert.equal(classifyChange(added, ['Host.register(name:string):()=>void']).change, 'major');
  });

  it('is minor when the shell always provides an optional field, and major when remotes must', () => {
    const always = (owner) => classifyChange([`${owner}.title?:string`], [`${owner}.title:string`]).change;
    assert.equal(always('Host'), 'minor');
    assert.equal(always('SnackbarMessage'), 'major');
    assert.equal(classifyChange(['Host.title?:string'], ['Host.title:number']).change, 'major');
  });

  it('is minor when the changed line is accepted, with the reason', () => {
    const [, go] = before;
    const changed = classifyChange(
      before,
      before.toSpliced(1, 1, 'Host.go(to:URL):void'),
      new Map([[go, 'a type alone']]),
    );
    assert.deepEqual(changed, { change: 'minor', reasons: [`minor: accepted: ${go} (a type alone)`] });
  });

  it('is major when something is removed or changed', () => {
    for (const line of before) {
      const { change, reasons } = after((lines) => lines.filter((each) => each !== line));
      assert.deepEqual([change, reasons], ['major', [`major: gone: ${line}`]]);
    }
    assert.equal(replace("NetworkState='online'|'offline'", "NetworkState='online'"), 'major');
  });

  it('is major when an optional field becomes required for remotes', () => {
    assert.equal(after((lines) => [...lines, 'SnackbarMessage.tone:string']).change, 'major');
  });

  it('requires the corresponding version', () => {
    assert.deepEqual(
      ['patch', 'minor', 'major'].map((change) => leastVersion('1.4', change)),
      ['1.4', '1.5', '2.0'],
    );
  });
});
