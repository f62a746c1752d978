export interface PdfParts {
  /** Text of each page, one line an entry. */
  pages?: readonly (readonly string[])[];
  info?: Readonly<Record<string, string>>;
  /** Title and one-based page. */
  outline?: readonly (readonly [title: string, page: number])[];
}

/** A small PDF that is in order. */
export function makePdf({ pages = [['Call me Ishmael.']], info = {}, outline = [] }: PdfParts = {}): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const pageNumber = (page: number) => 4 + (page - 1) * 2;
  const firstOutline = 4 + pages.length * 2 + 1;
  add(`<< /Type /Catalog /Pages 2 0 R${outline.length > 0 ? ` /Outlines ${firstOutline - 1} 0 R` : ''} >>`);
  add(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${pageNumber(i + 1)} 0 R`).join(' ')}] >>`,
  );
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [i, lines] of pages.entries()) {
    const content = `BT /F1 12 Tf 14 TL 50 750 Td ${lines.map((line) => `(${escaped(line)}) Tj T*`).join(' ')} ET`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${pageNumber(i + 1) + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  add(
    `<< /Type /Outlines /First ${firstOutline} 0 R /Last ${firstOutline + outline.length - 1} 0 R /Count ${outline.length} >>`,
  );
  for (const [i, [title, page]] of outline.entries()) {
    const next = i + 1 < outline.length ? ` /Next ${firstOutline + i + 1} 0 R` : '';
    add(
      `<< /Title (${escaped(title)}) /Parent ${firstOutline - 1} 0 R${next} /Dest [${pageNumber(page)} 0 R /Fit] >>`,
    );
  }
  add(
    `<< ${Object.entries(info)
      .map(([key, value]) => `/${key} (${escaped(value)})`)
      .join(' ')} >>`,
  );
  return assemble(objects);
}

function assemble(objects: readonly string[]): Buffer {
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
