import {
  BookOpen,
  ChartNoAxesColumn,
  Ellipsis,
  Library,
  NotebookPen,
  Play,
  Plus,
  Search,
  Settings,
  Share2,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { Avatar } from './Avatar.tsx';
import { Badge } from './Badge.tsx';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { Card } from './Card.tsx';
import { Checkbox } from './Checkbox.tsx';
import { Chip } from './Chip.tsx';
import { ChipGroup } from './ChipGroup.tsx';
import { CommandPanel } from './CommandPanel.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Cover } from './Cover.tsx';
import { CoverThumb } from './CoverThumb.tsx';
import { Dialog } from './Dialog.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { FileDrop } from './FileDrop.tsx';
import { IconButton } from './IconButton.tsx';
import { Compass, Lamp, OpenBook, Quill, Shelf } from './illustrations.tsx';
import { Kbd } from './Kbd.tsx';
import { ListTable } from './ListTable.tsx';
import { Menu } from './Menu.tsx';
import { PageHeader } from './PageHeader.tsx';
import { Popover } from './Popover.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { ProgressRing } from './ProgressRing.tsx';
import { palettes } from './palette.ts';
import { Select } from './Select.tsx';
import { Skeleton } from './Skeleton.tsx';
import { Slider } from './Slider.tsx';
import { Snackbar } from './Snackbar.tsx';
import { SortHeader } from './SortHeader.tsx';
import { Stack } from './Stack.tsx';
import { Switch } from './Switch.tsx';
import { Tabs } from './Tabs.tsx';
import { TextField } from './TextField.tsx';
import { Tooltip } from './Tooltip.tsx';
import { color, font, media, space, type } from './tokens.ts';

const books = [
  ['Pride and Prejudice', 'Jane Austen'],
  ['Moby-Dick; or, The Whale', 'Herman Melville'],
  ['Middlemarch', 'George Eliot'],
  ['The Brothers Karamazov', 'Fyodor Dostoevsky'],
  ['Walden', 'Henry David Thoreau'],
  ['The Strange Case of Dr Jekyll and Mr Hyde', 'Robert Louis Stevenson'],
  ['Leaves of Grass', 'Walt Whitman'],
  ['A Room of One’s Own', 'Virginia Woolf'],
  ['Ulysses', 'James Joyce'],
  ['The Time Machine', 'H. G. Wells'],
  ['ألف ليلة وليلة', 'مجهول'],
  ['Free Culture: How Big Media Uses Technology and the Law to Lock Down Culture', 'Lawrence Lessig'],
] as const;

const tabs = [
  { value: 'library', label: 'Library', icon: <Library />, badge: 128 },
  { value: 'reading', label: 'Reading', icon: <BookOpen />, badge: 3 },
  { value: 'statistics', label: 'Statistics', icon: <ChartNoAxesColumn /> },
  { value: 'notes', label: 'Notes', icon: <NotebookPen />, badge: 99 },
] as const;

const nothing = () => {};

/** Every component in every state, for those who make them. It speaks English only: no reader sees it. */
export function Gallery() {
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('library');
  const [filter, setFilter] = useState('all');
  const [on, setOn] = useState(true);
  const [size, setSize] = useState(18);
  const [checked, setChecked] = useState(true);
  const [text, setText] = useState('');
  const [dialog, setDialog] = useState<'none' | 'dialog' | 'confirm' | 'command'>('none');
  const [dropped, setDropped] = useState<string[]>([]);

  return (
    <Page>
      <PageHeader
        eyebrow="Shared components"
        title="The reading room"
        lead="Paper, ink and good type. The books are the colour."
        actions={
          <>
            <Button icon={<Search />}>Search</Button>
            <Button variant="primary" icon={<Plus />}>
              Add a book
            </Button>
          </>
        }
      />

      <Part title="Covers">
        <Shelves>
          {books.map(([title, author]) => (
            <figure key={title}>
              <Cover title={title} author={author} size="fluid" decorative />
              <figcaption>
                <strong>{title}</strong>
                <span>{author}</span>
              </figcaption>
            </figure>
          ))}
        </Shelves>
        <Stack direction="inline" gap={6} align="flex-end">
          <CoverThumb title="Middlemarch" />
          <Cover title="Middlemarch" author="George Eliot" size="thumbnail" />
          <Cover title="Middlemarch" author="George Eliot" size="small" generatedBadge="AI-generated" />
          <Cover title="Middlemarch" author="George Eliot" size="medium" generatedBadge="AI-generated" />
          <Cover title="Walden" author="Henry David Thoreau" size="large" />
        </Stack>
      </Part>

      <Part title="Buttons">
        <Stack gap={3}>
          {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
            <Stack key={variant} direction="inline" gap={3}>
              <Button variant={variant} size="small">
                Small
              </Button>
              <Button variant={variant}>Medium</Button>
              <Button variant={variant} size="large" icon={<Play />}>
                Continue reading
              </Button>
              <Button variant={variant} busy>
                Saving
              </Button>
              <Button variant={variant} disabled>
                Disabled
              </Button>
            </Stack>
          ))}
          <Stack direction="inline" gap={2}>
            <IconButton label="Search" icon={<Search />} size="small" />
            <IconButton label="Share" icon={<Share2 />} />
            <IconButton label="Notes, 120 unread" icon={<NotebookPen />} badge={120} />
            <IconButton label="Bookmarked" icon={<BookOpen />} aria-pressed />
            <IconButton label="Add" icon={<Plus />} variant="solid" size="large" />
            <IconButton label="Settings" icon={<Settings />} disabled />
          </Stack>
        </Stack>
      </Part>

      <Part title="Choosing">
        <ChipGroup label="Show">
          {[
            ['all', 'All Books', 128],
            ['reading', 'Currently Reading', 3],
            ['completed', 'Completed', 41],
            ['unread', 'Unread', 84],
          ].map(([id, label, count]) => (
            <Chip
              key={id}
              pressed={filter === id}
              onChange={() => setFilter(String(id))}
              count={Number(count)}
            >
              {label}
            </Chip>
          ))}
        </ChipGroup>
        <Tabs label="Library" items={tabs} value={tab} onChange={setTab}>
          <p>The panel of {tab}.</p>
        </Tabs>
        <Columns>
          <TextField label="Title" value={text} onChange={setText} hint="As it stands on the cover." />
          <TextField
            label="Email Address"
            type="email"
            value="jane@"
            onChange={nothing}
            error="This address is not complete. An example: jane@example.org"
          />
          <TextField label="Search" icon={<Search />} trailing={<Kbd>/</Kbd>} value="" onChange={nothing} />
          <TextField label="Locked" value="Not yours to change" disabled />
          <TextField label="Note" multiline rows={3} value={text} onChange={setText} />
          <Select
            label="Sort by"
            value="title"
            onChange={nothing}
            options={[
              { value: 'title', label: 'Title' },
              { value: 'author', label: 'Author' },
            ]}
          />
          <Stack gap={2}>
            <Switch label="Stay signed in" hint="On this device only." checked={on} onChange={setOn} />
            <Switch label="Essential cookies" checked onChange={nothing} disabled />
            <Switch label="Page numbers" checked={false} onChange={nothing} />
          </Stack>
          <Stack gap={2}>
            <Checkbox
              label="Books"
              checked={checked}
              onChange={setChecked}
              hint="Found by title and author."
            />
            <Checkbox label="Notes" checked={false} onChange={nothing} indeterminate />
            <Checkbox label="Collections" checked={false} onChange={nothing} />
          </Stack>
          <Slider
            label="Text size"
            min={12}
            max={32}
            value={size}
            onChange={setSize}
            valueText={`${size} px`}
          />
        </Columns>
      </Part>

      <Part title="In front of the page">
        <Stack direction="inline" gap={3}>
          <Button onClick={() => setDialog('command')}>Command panel</Button>
          <Tooltip text="Words for what has none">
            <Button>Tooltip on hover and focus</Button>
          </Tooltip>
          <Button onClick={() => setDialog('dialog')}>Open a dialog</Button>
          <Button onClick={() => setDialog('confirm')}>Ask before removing</Button>
          <Menu
            label="Middlemarch"
            align="start"
            trigger={<IconButton label="More about this book" icon={<Ellipsis />} />}
            items={[
              { id: 'open', label: 'Open Book', icon: <BookOpen />, onSelect: nothing },
              { id: 'start', label: 'Start Reading Session', icon: <Play />, onSelect: nothing },
              { id: 'share', label: 'Share', icon: <Share2 />, onSelect: nothing, disabled: true },
              {
                id: 'remove',
                label: 'Remove from the library',
                icon: <Trash2 />,
                onSelect: () => setDialog('confirm'),
                danger: true,
                separatorBefore: true,
              },
            ]}
          />
          <Popover label="Appearance" align="start" trigger={<Button>Appearance</Button>}>
            <Slider
              label="Text size"
              min={12}
              max={32}
              value={size}
              onChange={setSize}
              valueText={`${size} px`}
            />
            <Switch label="Justified text" checked={on} onChange={setOn} />
          </Popover>
        </Stack>
        <CommandPanel
          open={dialog === 'command'}
          onOpenChange={(open) => setDialog(open ? 'command' : 'none')}
          title="Find something"
        >
          <TextField label="Title or author" value={text} onChange={setText} icon={<Search />} />
        </CommandPanel>
        <Dialog
          open={dialog === 'dialog'}
          onOpenChange={(open) => setDialog(open ? 'dialog' : 'none')}
          title="New collection"
          description="Gather books that belong together."
          footer={
            <>
              <Button onClick={() => setDialog('none')}>Cancel</Button>
              <Button variant="primary" onClick={() => setDialog('none')}>
                Create
              </Button>
            </>
          }
        >
          <TextField label="Name" value={text} onChange={setText} />
        </Dialog>
        <ConfirmDialog
          open={dialog === 'confirm'}
          onOpenChange={(open) => setDialog(open ? 'confirm' : 'none')}
          title="Remove Middlemarch?"
          description="Its file and its place are removed. Your 14 notes stay."
          confirmLabel="Remove"
          cancelLabel="Keep it"
          danger
          onConfirm={() => setDialog('none')}
        />
      </Part>

      <Part title="Telling">
        <Stack gap={3}>
          <Banner
            tone="warning"
            message="You are offline"
            detail="Three changes will be sent when you are back."
          />
          <Banner
            tone="danger"
            message="Two notes could not be saved."
            detail="They are safe on this device."
            action={<Button size="small">Try Again</Button>}
          />
          <Banner tone="success" message="Everything is up to date." />
          <Banner
            tone="info"
            message="A new version is ready."
            action={<Button size="small">Reload</Button>}
          />
          <Snackbar tone="success" message="3 notes synced" onClose={nothing} />
          <Snackbar
            tone="danger"
            message="The book could not be opened."
            action={{ label: 'Try Again', onSelect: nothing }}
          />
        </Stack>
        <Columns>
          <ProgressBar label="Middlemarch" value={42} valueText="42 %" showLabel />
          <ProgressBar label="Reading the file" showLabel />
          <ProgressBar label="Page" value={70} thickness="hairline" />
          <Stack direction="inline" gap={5}>
            <ProgressRing label="Today" value={12} max={20} valueText="12 of 20 minutes">
              <Figure>12</Figure>
              <small>minutes</small>
            </ProgressRing>
            <ProgressRing label="Goal" value={5} max={5} size={48} />
            <ProgressRing label="None" value={0} size={48} />
          </Stack>
          <Stack direction="inline" gap={3}>
            <Badge count={3} />
            <Badge count={240} />
            <Badge>Draft</Badge>
            <Badge tone="progress">42 %</Badge>
            <Badge tone="danger">Failed</Badge>
            <Badge tone="warning">Waiting</Badge>
            <Badge tone="success">Done</Badge>
            <Badge tone="info">New</Badge>
          </Stack>
          <Stack direction="inline" gap={3}>
            <Avatar name="Ursula K. Le Guin" />
            <Avatar name="Homer" size={48} />
            <span>
              <Kbd>Ctrl</Kbd> <Kbd>K</Kbd>
            </span>
          </Stack>
        </Columns>
      </Part>

      <Part title="Waiting, nothing, failing">
        <Columns>
          <Stack direction="inline" gap={5} align="flex-start" wrap={false}>
            <Skeleton shape="cover" width="96px" />
            <Stack gap={4} style={{ flex: 1 }}>
              <Skeleton shape="title" />
              <Skeleton shape="paragraph" />
              <Skeleton shape="circle" />
            </Stack>
          </Stack>
          <EmptyState
            illustration={<OpenBook />}
            title="No books in your library yet"
            message="Bring an EPUB or a PDF, and it opens here on every device."
            action={<Button variant="primary">Upload Your First Book</Button>}
          />
          <EmptyState
            illustration={<Shelf />}
            title="No completed books"
            message="Finish one and it stands here."
          />
          <EmptyState
            illustration={<Quill />}
            title="No notes yet"
            message="Mark a sentence while you read."
          />
          <EmptyState
            illustration={<Compass />}
            title="Nothing found for ‘whael’"
            message="Try fewer letters."
          />
          <EmptyState
            illustration={<Lamp />}
            title="A quiet evening"
            message="Twenty minutes are a chapter."
          />
          <ErrorState
            title="Failed to load your library"
            message="Your books are safe. Check the connection and try once more."
            actions={
              <>
                <Button variant="primary">Try Again</Button>
                <Button>Go to Dashboard</Button>
              </>
            }
            detail="library/503"
          />
          <FileDrop
            label={dropped.length > 0 ? dropped.join(', ') : 'Drop books here'}
            hint="EPUB or PDF, up to 200 MB each"
            buttonLabel="Choose files"
            accept=".epub,.pdf"
            multiple
            illustration={<OpenBook />}
            onFiles={(files) => setDropped(files.map((file) => file.name))}
          />
        </Columns>
      </Part>

      <Part title="A table">
        <ListTable caption="Books">
          <thead>
            <tr>
              <SortHeader sorted="ascending" onSort={nothing}>
                Title
              </SortHeader>
              <SortHeader onSort={nothing}>Author</SortHeader>
              <SortHeader onSort={nothing} align="end">
                Minutes
              </SortHeader>
            </tr>
          </thead>
          <tbody>
            {books.slice(0, 4).map(([title, author], index) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>{author}</td>
                <td data-align="end">{[1204, 86, 3, 415][index]}</td>
              </tr>
            ))}
          </tbody>
        </ListTable>
      </Part>

      <Part title="Type and colour">
        <Stack gap={2}>
          {Object.entries(type).map(([name, fontSize]) => (
            <p key={name} style={{ fontSize, fontFamily: font.reading }}>
              The quiet of a room full of books <small>{name}</small>
            </p>
          ))}
        </Stack>
        <Columns>
          {Object.keys(palettes).map((name) => (
            <Swatches key={name} data-palette={name}>
              <p>
                Call me <mark data-mark="Yellow">Ishmael</mark>. Some <mark data-mark="Green">years ago</mark>{' '}
                — never mind <mark data-mark="Blue">how long</mark> precisely — having{' '}
                <mark data-mark="Pink">little or no money</mark> in my purse, and{' '}
                <mark data-mark="Purple">nothing particular</mark> to interest me on shore, I thought I would
                sail about a little.
              </p>
            </Swatches>
          ))}
        </Columns>
        <Columns>
          <Card
            title="A ruled card"
            actions={
              <Button size="small" variant="quiet">
                All notes
              </Button>
            }
          >
            <p>Rule and space.</p>
          </Card>
          <Card title="A raised card" variant="raised">
            <p>Paper with an edge.</p>
          </Card>
        </Columns>
      </Part>
    </Page>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <Stack gap={8}>{children}</Stack>
    </Card>
  );
}

const Page = styled.div`
  display: grid;
  gap: ${space(16)};
  max-inline-size: 80rem;
  margin-inline: auto;
  padding: ${space(12)} ${space(8)};
  & > * { min-inline-size: 0; }
  @media ${media.narrow} { padding: ${space(8)} ${space(5)}; }
`;

const Shelves = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
  gap: ${space(8)} ${space(6)};
  & figcaption { display: flex; flex-direction: column; margin-block-start: ${space(2.5)}; font-size: ${type.small}; line-height: 1.35; }
  & figcaption > strong { font-family: ${font.reading}; font-weight: 550; }
  & figcaption > span { color: ${color.textMuted}; }
`;

const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
  gap: ${space(8)};
`;

const Figure = styled.strong`
  font-family: ${font.reading};
  font-size: ${type.title};
  font-weight: 500;
  line-height: 1;
`;

const Swatches = styled.div`
  padding: ${space(6)};
  font-family: ${font.reading};
  line-height: 1.7;
  & mark { color: inherit; padding-inline: 0.1em; }
  & [data-mark='Yellow'] { background: ${color.highlightYellow}; }
  & [data-mark='Green'] { background: ${color.highlightGreen}; }
  & [data-mark='Blue'] { background: ${color.highlightBlue}; }
  & [data-mark='Pink'] { background: ${color.highlightPink}; }
  & [data-mark='Purple'] { background: ${color.highlightPurple}; }
`;
