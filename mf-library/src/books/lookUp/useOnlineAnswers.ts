import type { OnlineAnswer, OnlineSource } from '@lectern/shared-contracts/api/onlineMetadata.ts';
import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useState } from 'react';
import type { BookDetails } from '../bookDetails.ts';

type Loaded =
  | { status: 'loading' }
  | { status: 'ready'; answers: OnlineAnswer[] }
  | { status: 'error'; error: string };

/** Asks the services about a book, once. `error` is a text key. */
export function useOnlineAnswers({ isbn, title, author }: BookDetails): Loaded {
  const { api } = useHost();
  const [loaded, setLoaded] = useState<Loaded>({ status: 'loading' });
  const [body] = useState({ isbn: isbn.slice(0, 40), title, author });
  useEffect(() => {
    let shown = true;
    const set = (next: Loaded) => {
      if (shown) setLoaded(next);
    };
    api.call('POST /online-metadata', { body }).then(
      ({ answers }) => set({ status: 'ready', answers }),
      (error: unknown) => set({ status: 'error', error: errorMessage(error) }),
    );
    return () => {
      shown = false;
    };
  }, [api, body]);
  return loaded;
}

/** A cover of an answer: WebP in base64, null when there is none, undefined while it is fetched. */
export function useOnlineCover(source: OnlineSource, cover: string | null): string | null | undefined {
  const { api } = useHost();
  const [image, setImage] = useState<{ of: string; data: string | null } | null>(null);
  useEffect(() => {
    if (cover === null) return;
    let shown = true;
    const set = (data: string | null) => {
      if (shown) setImage({ of: cover, data });
    };
    api.call('POST /online-metadata/cover', { body: { source, cover } }).then(
      (answer) => set(answer.image),
      // A cover that cannot be fetched is none.
      () => set(null),
    );
    return () => {
      shown = false;
    };
  }, [api, source, cover]);
  if (cover === null) return null;
  return image?.of === cover ? image.data : undefined;
}
