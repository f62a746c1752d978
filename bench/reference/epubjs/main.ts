/** The reference: stock epubjs with the whole zip, and nothing else. */
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import ePub from 'epubjs';

const address = new URL(location.href).searchParams;
const book = ePub(address.get('book') as string, { openAs: 'epub' });
const rendition = book.renderTo('book', { width: '100%', height: '100%', flow: 'paginated' });
runInBackground(book.loaded.spine.then(() => rendition.display(Number(address.get('chapter')))));
