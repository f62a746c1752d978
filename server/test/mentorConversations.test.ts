import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { calls, chatServer, inOrder, streams } from './support/mentor/chatServer.ts';
import { booksOfConversations } from './support/mentor/conversations.ts';
import { mentorTests } from './support/mentor/mentorTests.ts';
import { startServer } from './support/server.ts';

let chat: Awaited<ReturnType<typeof chatServer>>;
const mentor = mentorTests(async () => {
  chat = await chatServer(streams(''));
  const settings = { baseUrl: chat.baseUrl, model: 'a-small-model', apiKey: null, timeout: 60_000 };
  return startServer({ config: { mentor: settings } });
});
after(() => chat.stop());

for (const { language, title, chapters, highlight, conversations } of booksOfConversations)
  describe(`[W-10] a conversation in ${language}`, () => {
    beforeEach(async () => {
      const book = await mentor.addBook(
        { title, language, completed: 1, progress: 100 },
        chapters.map(([name, text]) => ({ title: name, paragraphs: [text] })),
      );
      await mentor.reader.call('POST /books/:id/highlights', {
        params: { id: book },
        body: { text: highlight, color: 'blue' },
      });
    });

    for (const [question, scripted, said, cited] of conversations)
      test(question, async () => {
        chat.answers(inOrder(...(scripted.length > 0 ? [calls(...scripted)] : []), streams(said)));
        const { text, citations, sent, notice } = await mentor.ask(question);
        assert.equal(text, said);
        assert.deepEqual(
          citations.map(({ kind, chapter }) => (kind === 'passage' ? chapter : kind)),
          cited,
        );
        assert.deepEqual(
          sent?.filter(({ role }) => role === 'call').map((call) => call.text),
          scripted.map(([name, args]) => `${name} ${JSON.stringify(args)}`),
        );
        assert.equal(notice, null);
      });
  });
