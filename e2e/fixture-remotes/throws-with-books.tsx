import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { useData } from '@lectern/shared-contracts/react/hooks.ts';

/** Works only for readers without books, like a remote that was tested with empty libraries only. */
function ThrowsWithBooks() {
  const books = useData('GET /books', {});
  if (books.status === 'ready' && books.value.items.length > 0)
    throw new Error('This fixture throws for every reader who has a book.');
  return <h1>No books here</h1>;
}

export default federated({ namespace: 'mf-throws-with-books', component: ThrowsWithBooks });
