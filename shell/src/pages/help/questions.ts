import { text } from '@lectern/shared-contracts/domain/text.ts';

/** Frequently asked questions; both fields are translation keys. */
export const questions: readonly { question: string; answer: string }[] = [
  {
    question: text('Which files can I add?'),
    answer: text(
      'EPUB and PDF, whatever the file is called. Copy-protected files can’t be opened. A PDF with a password asks for it when you open it.',
    ),
  },
  {
    question: text('How do I read offline?'),
    answer: text(
      'Choose Download in a book’s menu. It then opens without a network for thirty days; after that you can download it again. The rest of Lectern works offline too, with everything you’ve seen before.',
    ),
  },
  {
    question: text('What happens to notes I write offline?'),
    answer: text(
      'They’re saved in this browser right away and sent when the server can be reached. A line at the top of the page shows how many are waiting. If one can’t be sent, it stays under Notifications until you try again or discard it.',
    ),
  },
  {
    question: text('Why did my book open in the wrong place?'),
    answer: text(
      'A book opens where you read last, on any device. Your place is sent with each page you turn, or as soon as you’re back online.',
    ),
  },
  {
    question: text('Can I highlight a sentence without a mouse?'),
    answer: text(
      'Yes. In an open book the key M selects the first sentence on the page, and each further M the next one. Shift and the arrow keys make it longer or shorter. Enter leads to the colors, the note and the rest.',
    ),
  },
  {
    question: text('What counts as reading time?'),
    answer: text(
      'The time between starting and stopping a reading session, without pauses. The timer stays visible on every page.',
    ),
  },
  {
    question: text('How are points earned?'),
    answer: text(
      'By reading, highlighting and finishing books. The Rewards page lists what everything is worth.',
    ),
  },
  {
    question: text('How do I export my data?'),
    answer: text(
      'In Settings, choose Export My Data. You get one file with your books’ details, notes, highlights, collections and sessions.',
    ),
  },
];
