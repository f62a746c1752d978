import { text } from '@lectern/shared-contracts/domain/text.ts';

/** What readers ask; both are keys of the texts. */
export const questions: readonly { question: string; answer: string }[] = [
  {
    question: text('Which files can I bring?'),
    answer: text(
      'EPUB and PDF. What a file is, is found by looking into it, not by its name. Files with copy protection cannot be opened. A PDF with a password asks for it when you open it.',
    ),
  },
  {
    question: text('How do I read without a network?'),
    answer: text(
      'Open the menu of a book and download it. It then opens with no network for thirty days; after that the copy in this browser is let go and can be fetched again. The rest of Lectern opens offline too, with what you have seen before.',
    ),
  },
  {
    question: text('What happens to notes I write offline?'),
    answer: text(
      'They are saved in this browser at once and sent when the server can be reached. A line at the top of the page says how many wait. If one cannot be sent for good, it stays under Notifications until you try again or drop it.',
    ),
  },
  {
    question: text('Why does the book open elsewhere than I left it?'),
    answer: text(
      'It opens where you read last on any device. If that was another device, it was the later one. Your place is sent with each page, or as soon as there is a network.',
    ),
  },
  {
    question: text('Can I mark a sentence without a mouse?'),
    answer: text(
      'Yes. In an open book the key M selects the first sentence on the page, and each further M the next one. Shift and the arrow keys make it longer or shorter. Enter leads to the colors, the note and the rest.',
    ),
  },
  {
    question: text('What counts as reading time?'),
    answer: text(
      'The time between starting and stopping a reading session, without the pauses. The small window with the clock stays on every page.',
    ),
  },
  {
    question: text('How are points earned?'),
    answer: text(
      'By reading, marking and finishing. The server counts them, and the page Rewards lists what each thing is worth.',
    ),
  },
  {
    question: text('How do I take my data with me?'),
    answer: text(
      'Settings, then Export My Data. You get one file with your books’ details, notes, highlights, collections and sessions.',
    ),
  },
];
