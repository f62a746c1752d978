import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Button } from './Button.tsx';

describe('a button', () => {
  it('does not submit a form unless it is told to', () => {
    render(<Button>Read</Button>);
    expect(screen.getByRole('button', { name: 'Read' })).toHaveAttribute('type', 'button');
  });

  it('that is busy ignores clicks and keeps its focus', async () => {
    const onClick = jest.fn();
    render(
      <Button busy onClick={onClick}>
        Save
      </Button>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(onClick).not.toHaveBeenCalled();
    expect(screen.getByRole('button')).toHaveFocus();
    expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true');
  });

  it('can be a link that looks like one', () => {
    render(
      <Button as="a" href="/upload" variant="primary">
        Upload
      </Button>,
    );
    expect(screen.getByRole('link', { name: 'Upload' })).toHaveAttribute('href', '/upload');
    expect(screen.getByRole('link')).not.toHaveAttribute('type');
  });
});
