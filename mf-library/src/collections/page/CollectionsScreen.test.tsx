import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Library, Ship } from 'lucide-react';
import CollectionsPage from '../../expose/CollectionsPage.tsx';
import { renderPage } from '../../testing/renderPage.tsx';
import { sampleBooks, sampleId } from '../../testing/sampleBooks.ts';
import { violations } from '../../testing/violations.ts';
import { collectionColor, collectionIcon } from '../collectionIcons.ts';

const voyages: Collection = {
  id: sampleId(900),
  name: 'Sea voyages',
  description: 'Salt and rope.',
  color: 'slate',
  icon: 'ship',
  bookIds: [sampleId(1)],
  updated_at: '2026-01-01T00:00:00.000Z',
};
const show = (items: Collection[] = [voyages], location = '/collections') =>
  renderPage(CollectionsPage, {
    location,
    routes: {
      'GET /books': () => ({
        items: sampleBooks(3).map((book) => ({ ...book, file_size: 2_400_000 })),
        total: 3,
      }),
      'GET /collections': () => ({ items }),
    },
  });
const menu = async (item: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'More about Sea voyages' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};

describe('collections', () => {
  test('[CO-01] one is created with name, description, colour and icon', async () => {
    const { host } = await show([]);
    await userEvent.click(screen.getByRole('button', { name: 'Create a collection' }));
    const dialog = await screen.findByRole('dialog', { name: 'New collection' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name' }), ' For the winter ');
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Description' }), 'Long ones.');
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Moss' }));
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Flame' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('For the winter')).toBeInTheDocument();
    expect(host.test.queued()).toMatchObject([
      {
        type: 'SAVE_COLLECTION',
        payload: {
          name: 'For the winter',
          description: 'Long ones.',
          color: 'moss',
          icon: 'flame',
          bookIds: [],
        },
      },
    ]);
  });

  test('all books of one are downloaded, with their number and size said before', async () => {
    const { host } = await show();
    await userEvent.click(screen.getByRole('button', { name: 'More about Sea voyages' }));
    const item = await screen.findByRole('menuitem', { name: /Download All Books/ });
    expect(item).toHaveTextContent('1 book, 2.4 MB');
    await userEvent.click(item);
    expect(host.test.calls.at(-1)).toEqual({
      key: 'POST /export',
      request: { body: { collection_id: voyages.id } },
    });
  });

  test('a description is there again after Escape, until Cancel', async () => {
    const { host } = await show();
    const description = () => screen.findByRole('textbox', { name: 'Description' });
    await menu('Edit collection');
    await userEvent.type(await description(), ' And whales.');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await menu('Edit collection');
    expect(await description()).toHaveValue('Salt and rope. And whales.');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await menu('Edit collection');
    expect(await description()).toHaveValue('Salt and rope.');
    expect(host.test.queued()).toEqual([]);
  });

  test('[CO-01] renamed and described anew, its books stay in it', async () => {
    const { host } = await show();
    await menu('Edit collection');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await userEvent.clear(name);
    await userEvent.type(name, 'Voyages');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Voyages')).toBeInTheDocument();
    expect(host.test.queued()[0]?.payload).toEqual({
      id: voyages.id,
      name: 'Voyages',
      description: 'Salt and rope.',
      color: 'slate',
      icon: 'ship',
      rule: null,
      bookIds: [sampleId(1)],
      books: { added: [], removed: [] },
      basis: { name: [expect.any(String)] },
    });
  });

  test('a smart one has the books that its rule fits, and takes in those to come', async () => {
    const { host } = await show();
    await userEvent.click(await screen.findByRole('button', { name: 'New collection' }));
    await userEvent.click(screen.getByRole('button', { name: 'By a rule' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(screen.getByLabelText('Name')).toHaveFocus();
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Please enter a name.');
    expect(screen.getByRole('group', { name: 'The books that…' })).toHaveAccessibleDescription(
      'Choose at least one condition.',
    );
    expect(host.test.queued()).toEqual([]);
    await userEvent.type(screen.getByLabelText('Name'), 'Ones');
    await userEvent.type(screen.getByLabelText('Words in title, author, series, genre or tags'), 'book 1');
    expect(screen.getByText('1 book fits now.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(host.test.queued()[0]?.payload).toMatchObject({
      name: 'Ones',
      bookIds: [],
      rule: { text: 'book 1' },
    });
    expect(await screen.findByRole('button', { name: /Ones 1 book · by a rule/ })).toBeInTheDocument();
  });

  test('[CO-01] books are added and removed', async () => {
    const { host } = await show();
    await menu('Choose Books');
    const dialog = await screen.findByRole('dialog', { name: 'Choose Books' });
    expect(within(dialog).getByRole('checkbox', { name: 'Book 1' })).toBeChecked();
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Book 3' }));
    await waitFor(() => expect(within(dialog).getByRole('checkbox', { name: 'Book 3' })).toBeChecked());
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Book 1' }));
    await waitFor(() => expect(within(dialog).getByRole('checkbox', { name: 'Book 1' })).not.toBeChecked());
    expect(host.test.queued().at(-1)?.payload).toMatchObject({ bookIds: [sampleId(3)] });
  });

  test('[CO-01] deleted after one has said so; its books stay', async () => {
    const { host } = await show();
    await menu('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete “Sea voyages”?' });
    expect(dialog).toHaveTextContent('Its books stay in your library.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No collections yet')).toBeInTheDocument();
    expect(host.test.queued()).toMatchObject([{ type: 'DELETE_COLLECTION', payload: { id: voyages.id } }]);
  });

  test('[CO-01] without a network they are shown and changed all the same', async () => {
    const { host } = await show();
    host.test.network.set('offline');
    await menu('Edit collection');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ', 1850');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Sea voyages, 1850')).toBeInTheDocument();
  });

  test('one opens as a shelf of its own, which the address knows', async () => {
    const { host } = await show();
    await userEvent.click(screen.getByRole('button', { name: /^Sea voyages/ }));
    expect(host.test.visits).toEqual([{ to: `/collections?collection=${voyages.id}` }]);
    expect(screen.getByRole('list', { name: 'Sea voyages' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'All collections' }));
    expect(screen.getByRole('list', { name: 'Collections' })).toBeInTheDocument();
  });

  test('[AF-05] markup in a name is shown as text', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    await show([
      { ...voyages, name: evil, description: evil, color: 'red;background:url(//x)', icon: 'constructor' },
    ]);
    expect(screen.getAllByText(evil).length).toBeGreaterThan(0);
    expect(document.querySelector('[onerror]')).toBeNull();
  });

  test('[M-13] a colour or icon of another age looks like the default', () => {
    expect(collectionColor('moss')).toBe('#5f7d3a');
    expect(collectionColor('url(//evil)')).toBe('#a8484a');
    expect(collectionColor('#123ABC')).toBe('#123ABC');
    expect(collectionIcon('ship')).toBe(Ship);
    expect(collectionIcon('constructor')).toBe(Library);
  });

  test('axe finds nothing wrong with the cards, the form and the shelf', async () => {
    await show([voyages], `/collections?collection=${voyages.id}`);
    expect(await violations(document.body)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    await screen.findByRole('dialog');
    expect(await violations(document.body)).toEqual([]);
  });
});
