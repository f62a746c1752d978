/**
 * Questions to the real books, as a reader asks them from memory, each with words of the passage that answers it.
 * Questions and answers use other words where a reader would; the words of the answer are what the text has.
 */
export interface QualityQuestion {
  question: string;
  /** Words, without their punctuation, that stand in the passage that answers. */
  answer: string;
}

const ask = (question: string, answer: string): QualityQuestion => ({ question, answer });

export const questions: readonly QualityQuestion[] = [
  // Moby-Dick
  ask(
    'What does the narrator do when he feels gloomy and November is in his soul?',
    'damp drizzly November in my soul',
  ),
  ask(
    'Why did the whiteness of the whale frighten Ishmael?',
    'it was the whiteness of the whale that above all things appalled me',
  ),
  ask('Which coin does Ahab nail to the mast as a reward?', 'shall have this gold ounce'),
  ask('What is Ahab’s missing leg made of?', 'barbaric white leg'),
  ask(
    'Who is the preacher in the whaling chapel and what was he in his youth?',
    'had been a sailor and a harpooneer in his youth',
  ),
  ask('How does the pulpit of the chapel look?', 'like those used in mounting a ship from a boat at sea'),
  ask('Where was Queequeg born?', 'native of Rokovoko'),
  ask(
    'What does Ishmael say about sharing a bed with a cannibal?',
    'better sleep with a sober cannibal than a drunken christian',
  ),
  ask('What did Queequeg want built when he fell ill with a fever?', 'canoe like those of Nantucket'),
  ask(
    'What happened to Pip when he was left alone in the ocean?',
    'saw gods foot upon the treadle of the loom',
  ),
  ask('What does Starbuck say about vengeance on a dumb animal?', 'vengeance on a dumb brute'),
  ask('What does Ahab say of visible objects as pasteboard masks?', 'are but as pasteboard masks'),
  ask('Which valuable substance is found inside sick whales and used in perfume?', 'ambergris is soft waxy'),
  ask('What saved Ishmael from drowning at the end?', 'coffin life buoy shot lengthwise from the sea'),
  ask('Which ship rescued the only survivor?', 'it was the devious cruising Rachel'),
  ask('What chowder could one eat at the Try Pots inn?', 'clam or cod'),
  ask('How is a whale classified, is it a fish?', 'a spouting fish with a horizontal tail'),
  ask('What does Captain Peleg tell about the name Ahab and his wife?', 'sweet resigned girl'),
  // Pride and Prejudice
  ask(
    'What is a universally acknowledged truth about rich bachelors?',
    'in possession of a good fortune must be in want of a wife',
  ),
  ask('What did Darcy say of Elizabeth at the first ball?', 'not handsome enough to tempt me'),
  ask('How did Mr. Darcy first propose to Elizabeth?', 'how ardently I admire and love you'),
  ask('How much money does Mr. Bingley have a year?', 'four or five thousand a year'),
  ask(
    'Why does Mr. Collins want to marry, what are his reasons?',
    'right thing for every clergyman in easy circumstances',
  ),
  ask(
    'What does Mr. Bennet say when Elizabeth refuses Mr. Collins?',
    'your mother will never see you again if you do not marry',
  ),
  ask('Why did Charlotte Lucas accept Mr. Collins?', 'I ask only a comfortable home'),
  ask('With whom did Lydia elope from Brighton?', 'she was gone off to Scotland with one of his officers'),
  ask(
    'How does Lady Catherine object to an engagement with her nephew?',
    'are the shades of Pemberley to be thus polluted',
  ),
  ask('What did Elizabeth feel on seeing Pemberley?', 'that to be mistress of Pemberley might be something'),
  ask('What does the housekeeper say about her master’s temper?', 'never had a cross word from him'),
  ask('How does Mary distinguish pride from vanity?', 'pride relates more to our opinion of ourselves'),
  ask(
    'Why was Jane sent on horseback to Netherfield?',
    'it seems likely to rain and then you must stay all night',
  ),
  ask(
    'What did Wickham claim the late Mr. Darcy promised him?',
    'bequeathed me the next presentation of the best living',
  ),
  ask(
    'What was Wickham’s plan with Miss Darcy and her fortune?',
    'my sisters fortune which is thirty thousand pounds',
  ),
  // Sherlock Holmes
  ask('Who is always the woman to Sherlock Holmes?', 'to Sherlock Holmes she is always the woman'),
  ask(
    'What does Holmes say about theorising without data?',
    'it is a capital mistake to theorise before one has data',
  ),
  ask(
    'How does Holmes explain the difference between seeing and observing?',
    'you see but you do not observe',
  ),
  ask('What did the red-headed man have to copy in the office?', 'to copy out the Encyclopedia Britannica'),
  ask('What made the assistant’s trousers suspicious?', 'the knees of his trousers'),
  ask('What animal killed the doctor in the Speckled Band?', 'it is a swamp adder'),
  ask('Why was the bell rope strange?', 'it is fastened to a hook just above where the little opening'),
  ask('Which respectable man earned his living as a beggar?', 'Hugh Boone'),
  ask('What must the governess at the Copper Beeches do with her hair?', 'cut your hair quite short'),
  ask(
    'What did Holmes say about crime in the countryside compared with London alleys?',
    'lowest and vilest alleys in London do not present a more dreadful record of sin',
  ),
  ask('What was in the envelope that frightened Openshaw’s uncle?', 'five little dried orange pips'),
  ask('How did the bride vanish on the day of the wedding?', 'vanishing of the lady'),
  // War and Peace
  ask('Who gave the soirée in July 1805 that opens the novel?', 'maid of honor and favorite of the Empress'),
  ask('What bet did Dolokhov make about drinking rum on a window sill?', 'bottle of rum'),
  ask(
    'What does Prince Andrew see when he lies wounded at Austerlitz?',
    'above him there was now nothing but the sky',
  ),
  ask('What does Prince Andrew feel on seeing the old oak in leaf?', 'life is not over at thirty one'),
  ask('What did Pierre do in the duel with Dolokhov?', 'Dolokhov lowered his head to the snow'),
  ask('What did Platon Karataev tell Pierre in captivity?', 'little dog'),
  ask('What were Kutuzov’s two warriors, patience and time?', 'patience and time'),
  ask('Did Pierre want to assassinate Napoleon in Moscow?', 'to kill Napoleon'),
  ask('How did Nicholas lose a great sum at cards?', 'forty three thousand'),
  ask('What did the comet of 1812 mean to Pierre?', 'enormous and brilliant comet of 1812'),
  // Free Culture
  ask('Why did the Causbys sue over airplanes above their farm?', 'chickens'),
  ask(
    'What did Justice Douglas decide about land rights reaching to the sky?',
    'common sense revolts at the idea',
  ),
  ask('Who invented FM radio and what became of him?', 'Edwin Howard Armstrong'),
  ask('How did Disney base Steamboat Willie on Buster Keaton?', 'Steamboat Bill'),
  ask('What are Japanese copycat comics called?', 'doujinshi'),
  ask('What happened to the student Jesse Jordan with his search engine?', 'Jesse Jordan'),
  ask(
    'What did the law extending copyright by twenty years do, the one named after a singer?',
    'Sonny Bono Copyright Term Extension Act',
  ),
  ask('Who was Eric Eldred and what did he publish on the internet?', 'Eldred'),
  ask('What licences let authors keep some rights reserved?', 'Creative Commons'),
  // Other books
  ask('How does a tracing just-in-time compiler handle nested loops?', 'nested trace trees'),
  ask('What month is the cruellest, breeding lilacs?', 'April is the cruellest month'),
];
