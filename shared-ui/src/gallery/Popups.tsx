import { BookOpen, Ellipsis, Play, Search, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../Button.tsx';
import { CommandPanel } from '../CommandPanel.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { Dialog } from '../Dialog.tsx';
import { IconButton } from '../IconButton.tsx';
import { Menu } from '../Menu.tsx';
import { Popover } from '../Popover.tsx';
import { Slider } from '../Slider.tsx';
import { Stack } from '../Stack.tsx';
import { Switch } from '../Switch.tsx';
import { TextField } from '../TextField.tsx';
import { Tooltip } from '../Tooltip.tsx';
import { Part } from './Part.tsx';
import { nothing } from './samples.ts';

/** Dialogs, menus and other overlays. */
export function Popups() {
  const [on, setOn] = useState(true);
  const [size, setSize] = useState(18);
  const [text, setText] = useState('');
  const [dialog, setDialog] = useState<'none' | 'dialog' | 'confirm' | 'command'>('none');

  return (
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
  );
}
