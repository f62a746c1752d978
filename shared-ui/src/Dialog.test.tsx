import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from './Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';
import { Menu } from './Menu.tsx';

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>New collection</Button>
      <Menu
        label="More"
        trigger={<Button>More</Button>}
        items={[{ id: 'new', label: 'Gather books', onSelect: () => setOpen(true) }]}
      />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="A collection"
        description="Books that belong together."
        closeLabel="Close it"
        footer={<Button>Create</Button>}
      >
        <p>Its name</p>
      </Dialog>
    </>
  );
}

describe('a dialog', () => {
  it('is named and described by its own words', async () => {
    render(<Page />);
    await userEvent.click(screen.getByRole('button', { name: 'New collection' }));
    const dialog = screen.getByRole('dialog', { name: 'A collection' });
    expect(dialog).toHaveAccessibleDescription('Books that belong together.');
  });

  it('keeps focus within and gives it back when Escape closes it', async () => {
    render(<Page />);
    const opener = screen.getByRole('button', { name: 'New collection' });
    await userEvent.click(opener);
    const dialog = screen.getByRole('dialog');
    for (const _press of [1, 2, 3, 4]) {
      await userEvent.tab();
      expect(dialog).toContainElement(document.activeElement as HTMLElement);
    }
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it('gives focus back to the button of the menu that opened it', async () => {
    render(<Page />);
    screen.getByRole('button', { name: 'More' }).focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Gather books' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Close it' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'More' })).toHaveFocus());
  });
});

describe('a question before something final', () => {
  it('asks, and does nothing before it is confirmed', async () => {
    const onConfirm = jest.fn();
    const onClose = jest.fn();
    render(
      <ConfirmDialog
        onClose={onClose}
        title="Remove Middlemarch?"
        confirmLabel="Remove"
        cancelLabel="Keep it"
        onConfirm={onConfirm}
        danger
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(onConfirm).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });
});
