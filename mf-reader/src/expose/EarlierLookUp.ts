import { pointFunction } from '@lectern/shared-contracts/contract/pointFunction.ts';
import { setUp } from '../setUp.ts';

/** Milliseconds in which a word that was kept is the one that is being looked up now. */
const justNow = 60_000;

/** The sentence in which the reader looked the same word up before. */
export default pointFunction({
  point: 'mf-reader/dictionary-source',
  setUp,
  run({ word }, { data, i18n }) {
    const words = data.watch('GET /words', {}).get();
    if (words.status !== 'ready') return null;
    const looked = word.toLocaleLowerCase();
    const earlier = words.value.items.find(
      (item) =>
        item.word.toLocaleLowerCase() === looked &&
        item.sentence !== null &&
        Date.parse(item.created_at) < Date.now() - justNow,
    );
    if (!earlier?.sentence) return null;
    const t = i18n.translate('mf-reader');
    return { title: t('You looked it up before'), text: earlier.sentence };
  },
});
