export interface PdfParts {
  /** Text of each page by line; a line may be content stream operators. */
  pages?: readonly (readonly (string | { operators: string })[])[];
  info?: Readonly<Record<string, string>>;
  /** Properties in XMP, such as `dc:title`, with their XML. */
  xmp?: Readonly<Record<string, string>>;
  /** Title, one-based page, and where on the page or what else it leads to, in PDF syntax. */
  outline?: readonly (readonly [title: string, page: number, to?: string])[];
  /** Further entries of the catalog, and of each page. */
  catalog?: string;
  page?: string;
  /** Annotations of the first page, as dictionaries. */
  annotations?: readonly string[];
}

/** A small valid PDF. */
export function makePdf({
  pages = [['Call me Ishmael.']],
  info = {},
  xmp = {},
  outline = [],
  catalog = '',
  page: pageEntries = '',
  annotations = [],
}: PdfParts = {}): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const pageNumber = (page: number) => 4 + (page - 1) * 2;
  const firstOutline = 4 + pages.length * 2 + 1;
  const metadata = xmpOf(xmp);
  add(
    `<< /Type /Catalog /Pages 2 0 R${outline.length > 0 ? ` /Outlines ${firstOutline - 1} 0 R` : ''}${metadata === null ? '' : ` /Metadata ${firstOutline + outline.length} 0 R`} ${catalog} >>`,
  );
  add(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${pageNumber(i + 1)} 0 R`).join(' ')}] >>`,
  );
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [i, lines] of pages.entries()) {
    const content = `BT /F1 12 Tf 14 TL 50 750 Td ${lines.map((line) => `${typeof line === 'string' ? `(${escaped(line)}) Tj` : line.operators} T*`).join(' ')} ET`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${pageEntries} /Contents ${pageNumber(i + 1) + 1} 0 R${i === 0 && annotations.length > 0 ? ` /Annots [${annotations.join(' ')}]` : ''} /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  add(
    `<< /Type /Outlines /First ${firstOutline} 0 R /Last ${firstOutline + outline.length - 1} 0 R /Count ${outline.length} >>`,
  );
  for (const [i, [title, page, to = '/Fit']] of outline.entries()) {
    const next = i + 1 < outline.length ? ` /Next ${firstOutline + i + 1} 0 R` : '';
    add(
      `<< /Title (${escaped(title)}) /Parent ${firstOutline - 1} 0 R${next} ${to.startsWith('/A ') || to.startsWith('/Dest ') ? to : `/Dest [${pageNumber(page)} 0 R ${to}]`} >>`,
    );
  }
  if (metadata !== null)
    add(`<< /Type /Metadata /Subtype /XML /Length ${metadata.length} >>\nstream\n${metadata}\nendstream`);
  add(
    `<< ${Object.entries(info)
      .map(([key, value]) => `/${key} (${escaped(value)})`)
      .join(' ')} >>`,
  );
  return assemblePdf(objects);
}

/** An XMP packet, as the characters of its bytes; null without properties. */
function xmpOf(properties: Readonly<Record<string, string>>): string | null {
  if (Object.keys(properties).length === 0) return null;
  const entries = Object.entries(properties).map(([name, value]) => `<${name}>${value}</${name}>`);
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/" xmlns:calibre="http://calibre-ebook.com/xmp-namespace" xmlns:calibreSI="http://calibre-ebook.com/xmp-namespace-series-index" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpidq="http://ns.adobe.com/xmp/Identifier/qual/1.0/">${entries.join('')}</rdf:Description></rdf:RDF>`;
  return Buffer.from(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf}</x:xmpmeta>`).toString('latin1');
}

/**
 * An XFA form with a text on each page; viewers without XFA show “Please wait”.
 * @param damaged whether the form is not XML
 */
export function makeXfaPdf(texts: readonly string[], { damaged = false } = {}): Buffer {
  const pages = texts.map(
    (text, index) =>
      `<subform name="page${index}" w="7in" h="9in" layout="position"><breakBefore targetType="pageArea" startNew="1"/><draw name="text${index}" x="1in" y="1in" w="5in" h="0.5in"><value><text>${text}</text></value></draw></subform>`,
  );
  const form = `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="form" layout="tb"><pageSet><pageArea name="Page" id="Page"><contentArea x="0.5in" y="0.5in" w="7.5in" h="10in"/><medium stock="letter" short="8.5in" long="11in"/></pageArea></pageSet>${pages.join('')}</subform></template><xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data/></xfa:datasets></xdp:xdp>`;
  const xdp = damaged ? 'no form' : form;
  const content = 'BT /F1 12 Tf 50 700 Td (Please wait...) Tj ET';
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R /NeedsRendering true /AcroForm << /Fields [] /XFA 6 0 R >> >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Length ${xdp.length} >>\nstream\n${xdp}\nendstream`,
    '<< >>',
  ]);
}

/** A PDF of these objects: the first is the catalog, the last one the information. */
export function assemblePdf(objects: readonly string[]): Buffer {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((body, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  file += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&');
