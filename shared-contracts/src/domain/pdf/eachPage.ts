/** The part of a pdf.js document that is used here. */
export interface PdfDocument<Page> {
  getPage(number: number): Promise<Page>;
}

/** Changes each page of a PDF once, when it is opened first. */
export function eachPage<Page extends object>(
  document: PdfDocument<Page>,
  change: (page: Page) => void,
): void {
  const getPage = document.getPage.bind(document);
  const changed = new WeakSet<object>();
  document.getPage = async (number) => {
    const page = await getPage(number);
    if (!changed.has(page)) {
      changed.add(page);
      change(page);
    }
    return page;
  };
}
