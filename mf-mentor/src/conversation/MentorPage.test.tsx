import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { type TestRoutes, testError } from '@lectern/shared-contracts/testing/testApi.ts';
import type { TestHostOptions } from '@lectern/shared-contracts/testing/testHost.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import locale from '../locales/en.json';
import { answered, citation, mentorRoutes, message, moby, saying } from '../testing/mentorFixtures.ts';
import { MentorPage } from './MentorPage.tsx';

function show(changes: TestRoutes = {}, options: TestHostOptions = {}) {
  const { host } = renderInHost(<MentorPage />, { locale, routes: mentorRoutes(changes), ...options });
  return { host, user: userEvent.setup() };
}
const field = () => screen.getByRole('textbox', { name: 'Ask about your books' });
const sentMessages = (host: ReturnType<typeof show>['host']) =>
  host.test.calls.filter(({ key }) => key === 'POST /mentor/conversations/:id/stream');

describe('the mentor page', () => {
  it('says how answers are made', async () => {
    show();
    expect(
      await screen.findByText(/^What you type is searched for in your own books.*Nothing leaves this server/),
    ).toBeInTheDocument();
  });

  it('says when a model answers', async () => {
    show({ 'GET /mentor/status': () => ({ mode: 'model', model: 'gpt-oss', place: 'models.example' }) });
    expect(
      await screen.findByText(
        /^gpt-oss answers, from passages of your own books that are sent to models\.example\./,
      ),
    ).toBeInTheDocument();
  });

  it('[ME-01] shows an answer with its source beside it, which opens the passage in the reader', async () => {
    const { host, user } = show();
    await user.type(field(), 'Why is the whale white?{Enter}');
    expect(await screen.findByRole('heading', { name: 'Why is the whale white?' })).toBeInTheDocument();
    const quotation = screen.getByText('It was the whiteness of the whale');
    expect(quotation.tagName).toBe('BLOCKQUOTE');
    expect(screen.getByText('The Whiteness of the Whale')).toBeInTheDocument();
    await user.click(
      screen.getByRole('link', { name: 'Open in the book: Moby-Dick; or, The Whale, source 1' }),
    );
    await user.click(screen.getByRole('link', { name: 'Source 1: Moby-Dick; or, The Whale' }));
    const place = { to: '/read/b1', state: { position: { spine_index: 44, fraction: 0.1 } } };
    expect(host.test.visits).toEqual([place, place]);
  });

  it('offers the upload to a reader without books', async () => {
    show({ 'GET /books': () => ({ items: [], total: 0 }) });
    expect(await screen.findByRole('link', { name: 'Upload a book' })).toHaveAttribute('href', '/upload');
  });

  it('begins with a quotation from another page, about its book', async () => {
    const { host, user } = show({}, { locationState: { quote: 'Call me  Ishmael.', bookId: 'b1' } });
    expect(await screen.findByText('Call me Ishmael.')).toBeInTheDocument();
    expect(await screen.findByText('Only in Moby-Dick')).toBeInTheDocument();
    await user.type(field(), 'Who is that?');
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    expect(await screen.findByRole('heading', { name: 'Who is that?' })).toBeInTheDocument();
    expect(sentMessages(host)).toMatchObject([
      { request: { body: { text: '> Call me Ishmael.\n\nWho is that?', book_ids: ['b1'] } } },
    ]);
    expect(screen.queryByRole('button', { name: 'Without these words' })).not.toBeInTheDocument();
  });

  it('can ask about the quotation in all books', async () => {
    const { host, user } = show({}, { locationState: { quote: 'Call me Ishmael.', bookId: 'b1' } });
    await user.click(await screen.findByRole('button', { name: 'Without Moby-Dick; or, The Whale' }));
    await user.type(field(), 'Who is that?{Enter}');
    await waitFor(() => expect(sentMessages(host)).toMatchObject([{ request: { body: { book_ids: [] } } }]));
  });

  it('keeps a question that could not be sent, with the reason', async () => {
    const { user } = show({
      'POST /mentor/conversations/:id/stream': () => {
        throw testError(500, 'Something went wrong on our side.');
      },
    });
    await user.type(field(), 'Why is the whale white?{Enter}');
    expect(await screen.findByText('Something went wrong on our side.')).toBeInTheDocument();
    expect(field()).toHaveValue('Why is the whale white?');
  });

  it('keeps a question that was not sent when the page was left, and what is typed beside a chosen chip', async () => {
    const draft = { 'draft.mentor-question': { question: 'Why is the wh' } };
    const { host, user } = show({}, { preferences: draft });
    expect(field()).toHaveValue('Why is the wh');
    const stored = host.preferences.watch<unknown>('draft.mentor-question', null);
    await user.type(field(), 'ale ');
    await user.click(await screen.findByRole('button', { name: 'What next' }));
    expect(await screen.findByRole('heading', { name: 'What next' })).toBeInTheDocument();
    expect(field()).toHaveValue('Why is the whale ');
    await user.type(field(), 'white?');
    expect(stored.get()).toEqual({ question: 'Why is the whale white?' });
    await user.type(field(), '{Enter}');
    expect(await screen.findByRole('heading', { name: 'Why is the whale white?' })).toBeInTheDocument();
    expect(field()).toHaveValue('');
    expect(stored.get()).toBeNull();
  });

  it('searches the downloaded books while offline, and says so', async () => {
    const passage = { ...citation, text: 'It was the whiteness of the whale that appalled me.' };
    const { host, user } = show({}, { network: 'offline' });
    host.offlineBooks.search = () => Promise.resolve([passage]);
    expect(screen.getByText(/^You are offline: the text of your downloaded books/)).toBeInTheDocument();
    await user.type(field(), 'whiteness{Enter}');
    expect(await screen.findByText('You are offline. Your downloaded books say:')).toBeInTheDocument();
    expect(screen.getByText('whiteness', { selector: 'mark' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Open in the book/ })).toBeInTheDocument();

    host.offlineBooks.search = () => Promise.reject(new Error('none'));
    await user.type(field(), 'moors{Enter}');
    expect(await screen.findByText(/there is no downloaded book to search/)).toBeInTheDocument();
    expect(field()).toHaveValue('moors');
    expect(sentMessages(host)).toEqual([]);
  });

  it('keeps an answer when the last conversation cannot be loaded afterwards', async () => {
    let refuse = () => {};
    const late = new Promise<never>((_resolve, reject) => {
      refuse = () => reject(testError(0, 'No network'));
    });
    const { host, user } = show(
      { 'GET /mentor/conversations/:id': () => late },
      { network: 'offline', preferences: { mentor_conversation: 'c1' } },
    );
    host.offlineBooks.search = () => Promise.resolve([{ ...citation, text: 'The whiteness of the whale.' }]);
    await user.type(field(), 'whiteness{Enter}');
    expect(await screen.findByText('You are offline. Your downloaded books say:')).toBeInTheDocument();
    refuse();
    await late.catch(() => undefined);
    await user.click(field());
    expect(screen.getByText('You are offline. Your downloaded books say:')).toBeInTheDocument();
  });

  it('[W-10] folds what stands after the reader’s place, also offline', async () => {
    const at = (spine_index: number, words: string) => ({
      ...citation,
      text: words,
      position: { spine_index },
    });
    const cached = mentorRoutes({
      'GET /books': () => ({ items: [{ ...moby, progress: 40 }], total: 1 }),
      'GET /books/:id/progress': () => ({
        ...{ current_page: 20, total_pages: 50, percentage: 40, updated_at: '2026-03-01T08:00:00.000Z' },
        position: { spine_index: 20, fraction: 0.5 },
      }),
    });
    const { host, user } = show({}, { network: 'offline', cached });
    host.offlineBooks.search = async () => [at(30, 'the whale rose'), at(10, 'the whale slept')];
    await user.type(field(), 'whale{Enter}');
    expect(await screen.findByText('1 passage lies further on')).toBeInTheDocument();
    const [read, ahead] = document.querySelectorAll('blockquote');
    expect(read).toHaveTextContent('the whale slept');
    expect(ahead?.closest('details')).not.toHaveAttribute('open');
  });

  it('[ME-03] keeps conversations: the last one opens again, another is opened or deleted', async () => {
    const first = { id: 'c1', title: 'On whiteness', updated_at: '2026-03-01T08:00:00.000Z' };
    const second = { id: 'c2', title: 'On moors', updated_at: '2026-02-01T08:00:00.000Z' };
    let conversations = [first, second];
    const { host, user } = show(
      {
        'GET /mentor/conversations': () => ({ items: conversations }),
        'GET /mentor/conversations/:id': ({ params }) => ({
          conversation: params.id === 'c1' ? first : second,
          messages:
            params.id === 'c1'
              ? [answered.question, answered.answer]
              : [{ ...answered.question, id: 'm2', text: 'Why moors?' }],
        }),
        'DELETE /mentor/conversations/:id': () => {
          conversations = [first];
          return null;
        },
      },
      { preferences: { mentor_conversation: 'c1' } },
    );
    expect(await screen.findByRole('heading', { name: 'Why is the whale white?' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Conversations' }));
    await user.click(await screen.findByRole('button', { name: /^On moors/ }));
    expect(await screen.findByRole('heading', { name: 'Why moors?' })).toBeInTheDocument();
    expect(host.preferences.watch('mentor_conversation', null).get()).toBe('c2');

    await user.click(screen.getByRole('button', { name: 'Conversations' }));
    await user.click(await screen.findByRole('button', { name: 'Delete “On moors”' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this conversation?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: 'Why moors?' })).not.toBeInTheDocument(),
    );
    expect(host.test.calls).toContainEqual({
      key: 'DELETE /mentor/conversations/:id',
      request: { params: { id: 'c2' } },
    });
  });

  it('[AE-02] shows markup of a book as text, without images or links', async () => {
    const markup = '![x](https://evil.example/x.png) <img src=x onerror=alert(1)> [2](javascript:alert(1))';
    const { user } = show({
      'POST /mentor/conversations/:id/stream': ({ body }) =>
        saying(body.text, { ...answered.answer, text: `> ${markup} [1]` }),
    });
    await user.type(field(), 'Show me{Enter}');
    expect(await screen.findByText(/!\[x\]\(https:\/\/evil\.example/)).toBeInTheDocument();
    expect(document.querySelector('blockquote img, a[href^="javascript"], a[href*="evil"]')).toBeNull();
  });

  it('[ME-02] shows an answer while it streams, and keeps the received part when it is stopped', async () => {
    const { user } = show({
      'POST /mentor/conversations/:id/stream': async function* (_, stopped) {
        yield { type: 'sources', citations: [citation], model: 'gpt-oss', sent: [] };
        yield { type: 'text', text: 'It was the whiteness. [1]' };
        await new Promise((resolve) => stopped.addEventListener('abort', resolve));
      },
    });
    await user.type(field(), 'Why is the whale white?{Enter}');
    expect(await screen.findByText('It was the whiteness.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Open in the book/ })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('You stopped the answer here.')).toBeInTheDocument();
    expect(screen.getByText('It was the whiteness.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Ask' })).toBeInTheDocument();
  });

  it('[ME-02] shows what was sent to the model, and the notices of an answer', async () => {
    const answer = {
      ...message('mentor', 'Whales are large.'),
      model: 'gpt-oss',
      notice: 'unsourced' as const,
      sent: [
        { role: 'user', text: 'Sources, one a line' },
        { role: 'call', text: 'search {"words":"whale"}' },
        { role: 'result', text: '[2] A passage' },
      ],
    };
    const { user } = show({
      'POST /mentor/conversations/:id/stream': ({ body }) => saying(body.text, answer),
    });
    await user.type(field(), 'Are whales large?{Enter}');
    expect(await screen.findByText(/Nothing in this answer cites a passage/)).toBeInTheDocument();
    await user.click(screen.getByText('What was sent to the model'));
    expect(screen.getByText('Sources, one a line')).toBeVisible();
    expect(screen.getByText('Look-up')).toBeVisible();
    expect(screen.getByText('[2] A passage')).toBeVisible();
    expect(screen.getByText(/look up 6 things in your library.*take 2 minutes/)).toBeVisible();
  });

  it('an answer is copied with its sources, and saved as a note of its book', async () => {
    const { host, user } = show();
    await user.type(field(), 'Why is the whale white?{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toMatch(
      /> It was the whiteness of the whale \[1\]\n\n\[1\] Herman Melville, Moby-Dick; or, The Whale/,
    );
    await user.click(screen.getByRole('button', { name: 'Save as note' }));
    expect(host.test.queued()).toMatchObject([
      { type: 'CREATE_NOTE', payload: { bookId: 'b1', content: expect.stringContaining('whiteness') } },
    ]);

    // [F-19] One that could not be saved is not called saved.
    host.sync.enqueue = () => Promise.reject(new Error('no'));
    await user.click(screen.getByRole('button', { name: 'Save as note' }));
    expect(host.test.shown.at(-1)).toEqual({ tone: 'danger', message: 'Failed to create note' });
  });

  it('[W-10] passages after the reader’s place are one line, and are asked for only on request', async () => {
    const text =
      'Ahab:\n\n> Ahab walks the deck.\n\n||> Ahab sinks with his ship. [1]\n\n||> The sea rolls on. [2]';
    const answer = {
      ...message('mentor', text, [citation, { ...citation, number: 2 }]),
      withheld: 2,
    };
    const { host, user } = show({
      'POST /mentor/conversations/:id/stream': ({ body }) => saying(body.text, answer),
    });
    await user.type(field(), 'What of Ahab?{Enter}');
    expect(await screen.findByText(/Ahab sinks/)).not.toBeVisible();
    await user.click(screen.getByText('2 passages lie further on'));
    expect(screen.getByText(/Ahab sinks/)).toBeVisible();
    expect(screen.getByText(/The sea rolls on/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Include what I haven’t read yet' }));
    await waitFor(() =>
      expect(sentMessages(host).at(-1)).toMatchObject({
        request: { body: { text: 'What of Ahab?', spoilers: true } },
      }),
    );
  });

  it('[U-40] marks the words that were searched for, and opens the whole passage', async () => {
    const whole =
      'Call me Ishmael. Some years ago, never mind how long precisely, I thought I would sail about.';
    const answer = message('mentor', '> Call me \uE000Ishmael\uE001. … [1]', [{ ...citation, text: whole }]);
    const { user } = show({
      'POST /mentor/conversations/:id/stream': ({ body }) => saying(body.text, answer),
    });
    await user.type(field(), 'Ishmael{Enter}');
    expect(await screen.findByText('Ishmael', { selector: 'mark' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'More' }));
    expect(screen.getByText(whole)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Less' }));
    expect(screen.queryByText(whole)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toMatch(/^> Call me Ishmael\. …/);
  });

  it('a quotation from a book is explained in one click', async () => {
    const { host, user } = show({}, { locationState: { quote: 'Call me Ishmael.', bookId: 'b1' } });
    await user.click(await screen.findByRole('button', { name: 'Explain these words' }));
    await waitFor(() =>
      expect(sentMessages(host)).toMatchObject([
        {
          request: {
            body: { task: 'explain', book_ids: ['b1'], text: '> Call me Ishmael.\n\nExplain these words' },
          },
        },
      ]),
    );
  });
});
