import type { QualityQuestion } from './questions.ts';

const ask = (question: string, answer: string): QualityQuestion => ({ question, answer });

/**
 * Questions that nothing was chosen by: written after the weights of the retrieval stood, and not used to change
 * them. Whoever changes the weights looks at questions.ts alone.
 */
export const heldOut: readonly QualityQuestion[] = [
  // Moby-Dick
  ask('What does going to sea replace for Ishmael?', 'substitute for pistol and ball'),
  ask('What was Queequeg peddling in the streets on a Saturday night?', 'balmed New Zealand heads'),
  ask('Which prophet is the sermon of Father Mapple about?', 'God had prepared a great fish'),
  ask('What does Ahab do with his pipe when it soothes him no longer?', 'lighted pipe into the sea'),
  ask(
    'What does the captain of the Rachel beg of Ahab, whose boy is lost?',
    'eight and forty hours let me charter your ship',
  ),
  ask('Which part of the whale does Stubb want for his supper?', 'cut me one from his small'),
  ask('How does the cook address the sharks?', 'fellow critters'),
  ask('How did Tashtego fall into the head of the whale?', 'tun of Heidelburgh'),
  ask('What does Ahab cry at the whale in the end?', 'from hells heart I stab at thee'),
  ask('Does Ahab believe that he acts by his own free will?', 'I am the fates lieutenant'),
  ask('What did the sailors feel when they kneaded the lumps of sperm?', 'squeeze all the morning long'),
  // Pride and Prejudice
  ask('What does Mrs. Bennet reproach her husband with about her health?', 'compassion on my poor nerves'),
  ask('How dirty was Elizabeth after her walk to Netherfield?', 'ankles in dirt'),
  ask('What must a truly accomplished woman add to everything else?', 'her mind by extensive reading'),
  ask('How does Darcy hand over his letter?', 'the honour of reading that letter'),
  ask('When did Darcy’s love begin, can he tell?', 'in the middle before I knew that I had begun'),
  ask('Since when has she loved him, Jane wants to know', 'seeing his beautiful grounds at Pemberley'),
  ask('For what do we live, in the view of Mr. Bennet?', 'make sport for our neighbours'),
  ask('To whom does Mr. Collins owe his parsonage?', 'bounty and beneficence'),
  // Sherlock Holmes
  ask('What jewel had been inside the goose?', 'bonny thing'),
  ask('What did the wound of the hydraulic engineer look like?', 'torn right out from the roots'),
  ask('Under which false name does the masked king present himself?', 'Count von Kramm'),
  ask('How many stones are in the coronet that was left with the banker?', 'thirty nine enormous beryls'),
  ask('Is fiction stranger than real existence?', 'life is infinitely stranger than anything'),
  ask('How much tobacco does Holmes need to think about the League?', 'three pipe problem'),
  ask('How does the king admire Irene Adler after she has fled?', 'what a woman oh what a woman'),
  // War and Peace
  ask('How would Natasha fly away on the moonlit night at the window?', 'arms round my knees'),
  ask('How is the young Petya Rostov killed?', 'fell heavily on to the wet ground'),
  ask('What does Napoleon say over Bolkonski lying beside the standard?', 'thats a fine death'),
  ask('What does the old prince say when his son leaves for the war?', 'it will hurt me your old father'),
  ask('What fruit does Tolstoy compare the causes of events with?', 'an apple has ripened and falls'),
  // Free Culture
  ask('With which slogan did Kodak sell cameras to everyone?', 'you press the button'),
  ask('Which case ended perpetual copyright in the House of Lords?', 'Donaldson v Beckett'),
  ask('Which filmmaker caught a few seconds of The Simpsons on a television set backstage?', 'Jon Else'),
  // The Waste Land
  ask('What will the speaker show me in dust?', 'fear in a handful of dust'),
  ask('Which clairvoyant was ill?', 'had a bad cold'),
];
