/** What a reader would otherwise have: stock epubjs on the whole zip, nothing around it. */
import ePub from 'epubjs';

const address = new URL(location.href).searchParams;
const book = ePub(address.get('book') as string, { openAs: 'epub' });
const rendition = book.renderTo('book', { width: '100%', height: '100%', flow: 'paginated' });
void book.loaded.spine.then(() => rendition.display(Number(address.get('chapter'))));
