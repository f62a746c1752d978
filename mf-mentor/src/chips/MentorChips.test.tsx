import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { type TestRoutes, testError } from '@lectern/shared-contracts/testing/testApi.ts';
import type { TestHostOptions } from '@lectern/shared-contracts/testing/testHost.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MentorPage } from '../conversation/MentorPage.tsx';
import locale from '../locales/en.json';
import { citation, mentorRoutes, message, saying } from '../testing/mentorFixtures.ts';

function show(changes: TestRoutes = {}, options: TestHostOptions = {}) {
  const { host } = renderInHost(<MentorPage />, { locale, routes: mentorRoutes(changes), ...options });
  const asked = () =>
    host.test.calls.flatMap(({ key, request }) =>
      key === 'POST /mentor/conversations/:id/stream' ? [(request as { body: unknown }).body] : [],
    );
  return { host, asked, user: userEvent.setup() };
}
const field = () => screen.getByRole('textbox', { name: 'Ask about your books' });
const chips = () => screen.findByRole('list', { name: 'Ask for' });
const chip = async (name: string) => within(await chips()).findByRole('button', { name });
const withModel: TestRoutes = {
  'GET /mentor/status': () => ({ mode: 'model', model: 'gpt-oss', place: 'models.example' }),
};

describe('the chips of the mentor', () => {
  it('ask about the book that is being read, or another that is picked', async () => {
    const { asked, user } = show();
    await user.click(await chip('Sum up so far'));
    await waitFor(() =>
      expect(asked()).toMatchObject([
        { task: 'summary', book_ids: ['b1'], text: 'Sum up so far: Moby-Dick' },
      ]),
    );
    await user.selectOptions(screen.getByLabelText('Book that the buttons are about'), 'Jane Eyre');
    await user.click(await chip('Quiz me'));
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ task: 'quiz', book_ids: ['b2'] }));
    await user.click(await chip('What next'));
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ task: 'next' }));
  });

  it('stand under each answer, about its book and with its names', async () => {
    const ofEyre = {
      ...citation,
      book_id: 'b2',
      text: 'Then came Rochester, and then Rochester left Thornfield.',
    };
    const { asked, user } = show({
      'POST /mentor/conversations/:id/stream': ({ body }) =>
        saying(body.text, message('mentor', '> Then came Rochester. [1]', [ofEyre])),
    });
    await user.type(field(), 'Rochester{Enter}');
    const below = await screen.findByRole('list', { name: 'Ask about this answer' });
    await user.click(within(below).getByRole('button', { name: 'Sum up so far' }));
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ task: 'summary', book_ids: ['b2'] }));
    const [first] = await screen.findAllByRole('list', { name: 'Ask about this answer' });
    await user.click(within(first ?? below).getByRole('button', { name: 'Who is …' }));
    await user.click(await screen.findByRole('button', { name: 'Thornfield' }));
    await waitFor(() =>
      expect(asked().at(-1)).toMatchObject({ task: 'who', book_ids: ['b2'], text: 'Who is Thornfield?' }),
    );
  });

  it('offer the chapters up to the reader’s place', async () => {
    const { asked, user } = show({
      'GET /mentor/chapters': () => ({
        items: [
          { title: 'Loomings', ahead: false },
          { title: 'The Chase', ahead: true },
        ],
      }),
    });
    await user.click(await chip('This chapter'));
    expect(await screen.findByRole('option', { name: 'The Chase' })).toBeDisabled();
    await user.selectOptions(screen.getByLabelText('Chapter of Moby-Dick; or, The Whale'), 'Loomings');
    await user.click(screen.getByRole('button', { name: 'Sum up' }));
    await waitFor(() =>
      expect(asked()).toMatchObject([
        { task: 'chapter', book_ids: ['b1'], chapter: 'Loomings', text: 'Loomings: Moby-Dick' },
      ]),
    );
  });

  it('ask who somebody is by a typed name', async () => {
    const { asked, user } = show();
    await user.click(await chip('Who is …'));
    await user.type(await screen.findByLabelText('Name'), 'Queequeg{Enter}');
    await waitFor(() => expect(asked()).toMatchObject([{ task: 'who', text: 'Who is Queequeg?' }]));
  });

  it.each([
    ['What did I highlight?', 'highlights'],
    ['Quiz me', 'quiz'],
    ['What happened so far?', 'summary'],
    ['What should I read next?', 'next'],
    ['What did I highlight in Jane Eyre?', 'highlights'],
    ['Who won the World Cup in 2018?', undefined],
    ['Where does it say that the whale was left?', undefined],
    ['', undefined],
  ])('a typed line whose telling words are all keywords of one chip is that chip: %s', async (line, task) => {
    const { asked, user } = show();
    await chips();
    if (line !== '') await user.type(field(), line);
    await user.type(field(), '{Enter}');
    if (line === '') return expect(asked()).toEqual([]);
    await waitFor(() => expect(asked()).toHaveLength(1));
    const [body] = asked() as { task?: string; text: string; book_ids?: string[] }[];
    expect(body?.task).toBe(task);
    expect(body?.text).toBe(line);
    if (line.includes('Jane Eyre')) expect(body?.book_ids).toEqual(['b2']);
  });

  it('are ordered by the words that they share with the line', async () => {
    const { user } = show();
    await chips();
    await user.type(field(), 'whales that I highlighted');
    const [first] = within(await chips()).getAllByRole('button');
    expect(first).toHaveAccessibleName('My highlights');
  });

  it('a title or an author chooses books, which can be taken off', async () => {
    const { asked, user } = show();
    await chips();
    await user.type(field(), 'the moors in “jane eyre”');
    expect(await screen.findByText('Only in Jane Eyre')).toBeInTheDocument();
    await user.type(field(), '{Enter}');
    await waitFor(() => expect(asked()).toMatchObject([{ book_ids: ['b2'] }]));
    // The answer cites one book alone, which stays for the next question.
    expect(await screen.findByText('Only in Moby-Dick')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Without Moby-Dick; or, The Whale' }));
    await user.type(field(), 'the moors{Enter}');
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ book_ids: [] }));
  });

  it('a book that was deleted meanwhile is said to be gone', async () => {
    const { user } = show({
      'POST /mentor/conversations/:id/stream': () => {
        throw testError(404, 'Not found');
      },
    });
    await user.click(await chip('Sum up so far'));
    expect(await screen.findByText('This book is no longer in your library.')).toBeInTheDocument();
  });

  it('translate the typed text, only with a model', async () => {
    const { host, user } = show({
      ...withModel,
      'POST /mentor/translations': () => ({ text: 'Call me Ishmael.', model: 'gpt-oss' }),
    });
    await user.type(field(), 'Nennt mich Ismael.');
    await user.click(await chip('Translate'));
    expect(await screen.findByText('Call me Ishmael.')).toBeInTheDocument();
    expect(screen.getByText('Nennt mich Ismael.', { selector: 'blockquote' })).toBeInTheDocument();
    expect(field()).toHaveValue('');
    expect(host.test.calls).toContainEqual({
      key: 'POST /mentor/translations',
      request: { body: { text: 'Nennt mich Ismael.', to: 'en' } },
    });
  });

  it('do not translate without a model', async () => {
    show();
    expect(within(await chips()).queryByRole('button', { name: 'Translate' })).not.toBeInTheDocument();
  });

  it('a summary that another page asks for is asked at once, once', async () => {
    const state = { task: 'summary', bookId: 'b1', question: 'Sum up Moby-Dick so far' };
    const { asked, host } = show({}, { locationState: state });
    expect(await screen.findByText('I looked in your books.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Sum up Moby-Dick so far' })).toBeInTheDocument();
    expect(asked()).toMatchObject([{ task: 'summary', book_ids: ['b1'], text: 'Sum up Moby-Dick so far' }]);
    expect(host.test.visits).toEqual([{ to: '/mentor', replace: true }]);
  });
});
