import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IconButton } from './IconButton.tsx';
import { Menu } from './Menu.tsx';

describe('a menu', () => {
  it('is opened, walked through and used with the keyboard alone, and gives focus back', async () => {
    const open = jest.fn();
    const remove = jest.fn();
    render(
      <Menu
        label="Middlemarch"
        trigger={<IconButton label="More about this book" icon={<svg aria-hidden="true" />} />}
        items={[
          { id: 'open', label: 'Open Book', onSelect: open },
          { id: 'share', label: 'Share', onSelect: open, disabled: true },
          { id: 'remove', label: 'Remove', onSelect: remove, danger: true, separatorBefore: true },
        ]}
      />,
    );
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('menu')).toBeInTheDocument();
    expect(screen.getByRole('menuitem', { name: 'Open Book' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Remove' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(remove).toHaveBeenCalledTimes(1);
    expect(open).not.toHaveBeenCalled();
    await waitFor(() => expect(screen.getByRole('button', { name: 'More about this book' })).toHaveFocus());
  });

  it('is closed with Escape and changes nothing', async () => {
    const open = jest.fn();
    render(
      <Menu
        label="More"
        trigger={<button type="button">More</button>}
        items={[{ id: 'open', label: 'Open Book', onSelect: open }]}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    expect(open).not.toHaveBeenCalled();
  });

  it('moves the focus where the chosen item wants it, once it is closed', async () => {
    render(
      <>
        <Menu
          label="More"
          trigger={<button type="button">More</button>}
          items={[
            {
              id: 'present',
              label: 'Presentation',
              onSelect: () => {},
              moveFocus: () => screen.getByRole('textbox').focus(),
            },
          ]}
        />
        <input />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Presentation' }));
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    expect(screen.getByRole('textbox')).toHaveFocus();
  });
});
