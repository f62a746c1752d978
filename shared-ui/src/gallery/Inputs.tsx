import { BookOpen, ChartNoAxesColumn, Library, NotebookPen, Search } from 'lucide-react';
import { useState } from 'react';
import { Checkbox } from '../Checkbox.tsx';
import { Chip } from '../Chip.tsx';
import { ChipGroup } from '../ChipGroup.tsx';
import { Kbd } from '../Kbd.tsx';
import { Rating } from '../Rating.tsx';
import { Select } from '../Select.tsx';
import { Slider } from '../Slider.tsx';
import { Stack } from '../Stack.tsx';
import { Switch } from '../Switch.tsx';
import { Tabs } from '../Tabs.tsx';
import { TextField } from '../TextField.tsx';
import { Columns, Part } from './Part.tsx';
import { nothing } from './samples.ts';

const tabs = [
  { value: 'library', label: 'Library', icon: <Library />, badge: 128 },
  { value: 'reading', label: 'Reading', icon: <BookOpen />, badge: 3 },
  { value: 'statistics', label: 'Statistics', icon: <ChartNoAxesColumn /> },
  { value: 'notes', label: 'Notes', icon: <NotebookPen />, badge: 99 },
] as const;

/** Form controls. */
export function Inputs() {
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('library');
  const [filter, setFilter] = useState('all');
  const [on, setOn] = useState(true);
  const [size, setSize] = useState(18);
  const [checked, setChecked] = useState(true);
  const [text, setText] = useState('');

  return (
    <Part title="Choosing">
      <ChipGroup label="Show">
        {[
          ['all', 'All Books', 128],
          ['reading', 'Currently Reading', 3],
          ['completed', 'Completed', 41],
          ['unread', 'Unread', 84],
        ].map(([id, label, count]) => (
          <Chip key={id} pressed={filter === id} onChange={() => setFilter(String(id))} count={Number(count)}>
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
        <Rating label="Your rating" nameOf={(stars) => `${stars} of 5 stars`} value={4} onChange={nothing} />
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
          <Checkbox label="Books" checked={checked} onChange={setChecked} hint="Found by title and author." />
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
  );
}
