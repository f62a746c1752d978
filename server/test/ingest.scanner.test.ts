import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  observeDocument,
  parseDocument,
  scanDocument,
} from '../src/intake/ingest/epub/sanitize/sanitizeDocument.ts';
import { policy } from './support/sanitized.ts';

const html = 'xmlns="http://www.w3.org/1999/xhtml"';

describe('the scanner for simple pages', () => {
  const options = { policy, kind: 'html', wantedIds: new Set<string>(), keepStyle: () => null } as const;
  const root = (content: string) => `<html ${html}><body>${content}</body></html>`;

  const taken = [
    '<p class=\'"\' id = "b">x</p >',
    '<br/><br />',
    '<p>a &amp; &#233;&#xE9;&nbsp; b > c</p>',
    '<!-- a - b --><!-- a -- b --><!-- a ---><!-- -->x',
    '<?php x ?>y',
    '<p title="&amp;">x</p>',
    '<a.b-c:d_e/>',
    '\t\n<p\n>x</p\n>\n',
    '<p>x</p><p>y</p><b>x</b><b>y</b>',
  ];
  for (const source of taken)
    it(`takes ${JSON.stringify(source)} as a parser does`, () => {
      const scanned = scanDocument(root(source), options);
      assert.ok(scanned);
      assert.deepEqual(scanned, parseDocument(root(source), options, true));
    });
  for (const prolog of [
    '<?xml version="1.0"?>\n',
    '<!doctype html>',
    '<!DOCTYPE html PUBLIC "x" "y">\n',
    '<!-- x -->',
  ])
    it(`takes ${JSON.stringify(prolog)} before a page`, () => {
      const scanned = scanDocument(prolog + root('x'), options);
      assert.ok(scanned);
      assert.deepEqual(scanned, parseDocument(prolog + root('x'), options, true));
    });

  const left = [
    '\u0001',
    '\u000b',
    '\r',
    '\u001f',
    '\ufffe',
    '\uffff',
    '\ud800',
    '<p>',
    '</p>',
    '<p></b>',
    '<p></px>',
    '<p></p x>',
    '<p></p',
    '<p',
    '<',
    '<1/>',
    '<p =""/>',
    '<p a/>',
    '<p a=1/>',
    '<p a="1"b="2"/>',
    '<p a="1" a="2"/>',
    '<p a="<"/>',
    '<p __proto__="1"/>',
    '<p a="&bogus;"/>',
    '<p a="a & b"/>',
    'a & b',
    '&bogus;',
    '&#12345678;',
    '&#x1234567;',
    '<![CDATA[x]]>',
    '<!-->x-->',
    '<!--->x-->',
    '<!-- a --!> -->',
    '<!-- a',
    '<!-- a ---->',
    '<!ELEMENT p>',
    '<!DOCTYPE>',
    '<!DOCTYPE html [ ]>',
    '<?x [ ?>',
    '<?x',
    '< p/>',
    '<p / >',
  ];
  for (const source of left)
    it(`leaves ${JSON.stringify(source)} to a parser`, () =>
      assert.equal(scanDocument(root(source), options), null));
  for (const source of [
    `&#32;${root('x')}`,
    `${root('x')}&#32;`,
    `<html ${html}>&#32;<body>x</body></html>`,
    root('x').slice(0, -7),
    `</b>${root('x')}`,
  ])
    it(`leaves ${source} to a parser`, () => assert.equal(scanDocument(source, options), null));
});

describe('an observer of a page', () => {
  const options = { policy, kind: 'html', wantedIds: new Set<string>(), keepStyle: () => null } as const;
  /** What it is told, one word for each event, with the length of the served text. */
  function told(source: string): string {
    let events: string[] = [];
    observeDocument(source, options, () => {
      const own: string[] = [];
      events = own;
      return {
        open: (name, { id = '' }, at) => own.push(`<${name}${id}@${at}`),
        close: (at) => own.push(`>@${at}`),
        text: ({ data, raw, from, to }) => own.push(`${data}=${raw}@${from}-${to}`),
        split: () => own.push('|'),
      };
    });
    return events.join(' ');
  }

  it('is told where each part is in the served text, with references as they are written', () =>
    assert.equal(
      told(`<html ${html}><body><p id="a">x&amp;<!-- c -->y<?i j?></p><script>no</script></body></html>`),
      '<html@0 <body@0 <pa@0 x=x@0-1 &=&amp;@1-2 | y=y@2-3 | >@3 <script@3 no=no@3-3 >@3 >@3 >@3',
    ));

  it('is told where the first case of a switch without a default is', () =>
    assert.equal(
      told(
        `<html ${html} xmlns:epub="http://www.idpf.org/2007/ops"><body><epub:switch><epub:case required-namespace="urn:x">x</epub:case></epub:switch>y</body></html>`,
      ),
      '<html@0 <body@0 <epub:switch@0 <epub:case@0 x=x@0-1 >@1 >@1 y=y@1-2 >@2 >@2',
    ));

  it('is told where CDATA begins and ends', () =>
    assert.equal(
      told(`<html ${html}><body>x<![CDATA[y]]>z</body></html>`),
      '<html@0 <body@0 x=x@0-1 | y=<![CDATA[y]]>@1-2 | z=z@2-3 >@3 >@3',
    ));

  it('begins anew when a page is no XML, and is told of HTML at once when it does not claim to be', () => {
    assert.equal(
      told(`<html ${html}><body><P>x<br>y</body></html>`),
      '<html@0 <body@0 <p@0 x=x@0-1 <br@1 >@1 y=y@1-2 >@2 >@2 >@2',
    );
    assert.equal(told('<P>x'), '<p@0 x=x@0-1 >@1');
  });
});
