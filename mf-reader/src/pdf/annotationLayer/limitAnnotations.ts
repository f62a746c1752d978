import { eachPage, type PdfDocument } from '@lectern/shared-contracts/domain/pdf/correctTextOf.ts';

/** Maximum links, form fields and notes of a page. With 100,000 the viewer exhausts the memory of the tab. */
export const mostAnnotations = 2_000;

interface PdfPage {
  getAnnotations(options?: object): Promise<unknown[]>;
}

/** Leaves out links, form fields and notes beyond the limit of a page. The page is drawn with them. */
export function limitAnnotations<Page extends PdfPage>(document: PdfDocument<Page>): void {
  eachPage(document, (page) => {
    const getAnnotations = page.getAnnotations.bind(page);
    page.getAnnotations = async (options) => (await getAnnotations(options)).slice(0, mostAnnotations);
  });
}
