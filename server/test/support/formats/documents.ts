import { rawZip } from '../rawZip.ts';

/** A small FB2. @param body sections, after the first one */
export const makeFb2 = (body = '', prolog = '', binaries = '') =>
  Buffer.from(`<?xml version="1.0" encoding="utf-8"?>${prolog}
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
<description><title-info><genre>sf_history</genre><author><first-name>Ann</first-name><last-name>Writer</last-name></author>
<book-title>A Small Way</book-title><annotation><p>About a way.</p></annotation><lang>en</lang>
<coverpage><image l:href="#cover"/></coverpage><sequence name="Ways" number="3"/></title-info>
<publish-info><publisher>A House</publisher><year>1999</year><isbn>9780000000002</isbn></publish-info></description>
<body><title><p>Ann Writer</p><p>A Small Way</p></title>
<section id="one"><title><p>One</p></title><epigraph><p>Said before.</p></epigraph><p>Call me Ishmael.<a l:href="#n1" type="note">1</a></p>
<poem><stanza><v>A line</v><v>and another</v></stanza></poem></section>
<section><title><p>Two</p></title><section><title><p>Part of two</p></title><p>See <a l:href="#one">the first</a>.</p></section></section>${body}</body>
<body name="notes"><section id="n1"><title><p>1</p></title><p>Some years ago.</p></section></body>${binaries}</FictionBook>`);

const word = (body: string) =>
  `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>${body}</w:body></w:document>`;

export const paragraph = (text: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;

/** A small Word document. @param files replaced or added */
export const makeDocx = (body: string, files: Readonly<Record<string, string | Buffer>> = {}) =>
  rawZip(
    Object.entries({
      '[Content_Types].xml':
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      '_rels/.rels':
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      'word/document.xml': word(body),
      'word/styles.xml':
        '<?xml version="1.0"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>',
      'docProps/core.xml':
        '<?xml version="1.0"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A Small Way</dc:title><dc:creator>Ann Writer</dc:creator></cp:coreProperties>',
      ...files,
    }).map(([name, data]) => ({ name, data })),
  );
