import type { IntentPhrases } from './intentPhrases.ts';

export const english: IntentPhrases = {
  intents: {
    explain: ['explain', 'mean', 'means', 'meaning', 'meant', 'what is this'],
    review: [
      'write * review',
      'draft * review',
      'begin * review',
      'start * review',
      'help * a review',
      'help * my review',
      'into a review',
    ],
    summary: [
      'sum up',
      'sum it up',
      'sum this up',
      'sum that up',
      'sums it up',
      'summed up',
      'summar-',
      'recap',
      'the story so far',
      'happened so far',
      'read so far',
    ],
    quiz: ['quiz me', 'test me', 'ask me questions', 'ask me some questions', 'ask me * questions'],
    plan: ['reading plan', 'plan my reading', 'plan for my reading'],
    next: [
      'read * next',
      'reading * next',
      'next * read',
      'suggest * book',
      'suggest * read',
      'suggest * me',
      'recommend * book',
      'recommend * read',
      'recommend * me',
    ],
    connect: ['connect', 'connects', 'connected', 'connection', 'connections', 'in common'],
    underWay: [
      'what * am i * reading',
      'which * am i * reading',
      'what * i am * reading',
      'which * i am * reading',
      'what * i m * reading',
      'which * i m * reading',
    ],
    habit: [
      'my streak',
      'my reading streak',
      'my habit',
      'my habits',
      'my reading habit',
      'my reading habits',
      'how much * i * read',
      'how long * i * read',
      'how often * i * read',
      'how many * i * read',
      'how much * i ve * read',
      'how many * i ve * read',
    ],
    highlights: [
      'what * i highlight-',
      'what * i * highlighted',
      'which * i highlight-',
      'which * i * highlighted',
      'passages i highlighted',
      'show * my highlights',
      'list * my highlights',
      'what are my highlights',
      'my latest highlights',
      'my last highlights',
    ],
  },
  chapter: ['chapter #'],
  pronouns: 'he him his she her hers they them their theirs it its this that these those there',
  stopWords: `a about after again all also am an and any anything are as ask at be because been before being between book books both
    but by can could describe did do does doing done down during each else ever every explain few find first for from further
    get give had happen happened happens has have having he her here hers him his how i if in into is it its just know let
    like list look lot many me mean means mentor mention mentions might more most much must my of off on once one only or
    other our out over own passage passages please quote read remember said same say says she should show so some something
    such tell than that the their them then there these they thing things think this those through to too under until up
    upon us very want was we were what when where which while who whom whose why will with without would write written
    writes you your highlight highlighted highlights marked note noted notes wrote written speak speaks spoke`,
};
