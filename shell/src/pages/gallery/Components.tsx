import { Gallery } from '@lectern/shared-ui/gallery/Gallery.tsx';

/** Every component of shared-ui in every state, for whoever works on the look. Its words are samples, and English. */
export function Components() {
  return <Gallery />;
}
