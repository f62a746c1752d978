/** The package document of an EPUB. */
export const opf = `<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf"><manifest>
  <item id="a" href="text/one.xhtml" media-type="application/xhtml+xml"/>
  <item id="b" href="images/a%20map.png" media-type="image/png"/>
  <item id="c" href="missing.css" media-type="text/css"/>
  <item id="d" href="https://elsewhere.example/font.woff" media-type="font/woff"/>
  <item id="e" href="../fonts/x.woff2" media-type="font/woff2"/>
  <item id="f" href="http://[" media-type="font/woff2"/>
  <item id="g" media-type="font/woff2"/>
</manifest></package>`;
