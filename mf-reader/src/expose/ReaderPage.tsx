import type { FederatedProps } from '@lectern/shared-contracts/contract/host.ts';
import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { setUp } from '../setUp.ts';
import { engines } from '../view/opening/engines.ts';
import { prefetchEngines } from '../view/opening/prefetchEngines.ts';
import { ReaderScreen } from '../view/ReaderScreen.tsx';

function ReaderPage({ params }: Omit<FederatedProps, 'host'>) {
  const bookId = params.bookId ?? '';
  return <ReaderScreen key={bookId} bookId={bookId} engines={engines} />;
}

export default federated({ namespace: 'mf-reader', component: ReaderPage, setUp, prefetch: prefetchEngines });
