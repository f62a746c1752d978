import { fireEvent, render, screen } from '@testing-library/react';
import { Cover } from './Cover.tsx';

const book = { title: 'Middlemarch', author: 'George Eliot' };

describe('a cover', () => {
  it('shows the picture of the book under its name', () => {
    render(<Cover {...book} src="/cover.jpg" />);
    expect(screen.getByRole('img', { name: 'Middlemarch, George Eliot' })).toHaveAttribute(
      'src',
      '/cover.jpg',
    );
  });

  it.each([
    ['thumbnail', '64', '96'],
    ['small', '96', '144'],
    ['medium', '192', '288'],
    ['large', '256', '384'],
  ] as const)('[LB-09] is %s at %s by %s', (size, width, height) => {
    render(<Cover {...book} src="/cover.jpg" size={size} />);
    expect(screen.getByRole('img')).toHaveAttribute('width', width);
    expect(screen.getByRole('img')).toHaveAttribute('height', height);
  });

  it('[LB-09] that fails to load is replaced by a typeset one', () => {
    const onFail = jest.fn();
    render(<Cover {...book} src="/missing.jpg" onFail={onFail} />);
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByText('Middlemarch')).toBeInTheDocument();
    expect(screen.getByText('George Eliot')).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Middlemarch, George Eliot' })).not.toHaveAttribute('src');
    expect(onFail).toHaveBeenCalledTimes(1);
  });

  it('tries again when it is given another address', () => {
    const { rerender } = render(<Cover {...book} src="/missing.jpg" />);
    fireEvent.error(screen.getByRole('img'));
    rerender(<Cover {...book} src="/found.jpg" />);
    expect(screen.getByRole('img')).toHaveAttribute('src', '/found.jpg');
  });

  it('[LB-09] without a picture is typeset', () => {
    render(<Cover {...book} />);
    expect(screen.getByText('Middlemarch')).toBeInTheDocument();
  });

  it('[LB-09] that was generated says so', () => {
    render(<Cover {...book} src="/cover.jpg" generatedBadge="AI-generated" />);
    expect(screen.getByText('AI-generated')).toBeInTheDocument();
  });

  it('[U-28] has no such label on a thumbnail, which it would hide', () => {
    render(<Cover {...book} src="/cover.jpg" size="thumbnail" generatedBadge="AI-generated" />);
    expect(screen.queryByText('AI-generated')).not.toBeInTheDocument();
  });

  it('is not read out where its title stands beside it', () => {
    render(<Cover {...book} decorative />);
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });
});
