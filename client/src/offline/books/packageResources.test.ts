import { opf } from '../../testing/opf.ts';
import { packageResources } from './downloadBook.ts';

describe('what a package lists', () => {
  it('is found wherever it lies in the book, and nowhere else', () => {
    expect(packageResources(opf, 'http://localhost/v1/content/OEBPS/package.opf')).toEqual([
      'http://localhost/v1/content/OEBPS/text/one.xhtml',
      'http://localhost/v1/content/OEBPS/images/a%20map.png',
      'http://localhost/v1/content/OEBPS/missing.css',
      'http://localhost/v1/content/fonts/x.woff2',
    ]);
    expect(packageResources('', 'http://localhost/x.opf')).toEqual([]);
    expect(packageResources('<not xml', 'http://localhost/x.opf')).toEqual([]);
  });
});
