import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRef } from 'react';
import { TextField } from './TextField.tsx';

describe('a text field', () => {
  it('is found by its label, and says what is wrong', () => {
    render(<TextField label="Password" type="password" hint="At least ten letters." error="Too short." />);
    const field = screen.getByLabelText('Password');
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('At least ten letters. Too short.');
  });

  it.each([false, true])('gives the text itself (in several lines: %p)', async (multiline) => {
    const onChange = jest.fn();
    render(<TextField label="Note" multiline={multiline} value="" onChange={onChange} />);
    await userEvent.type(screen.getByLabelText('Note'), 'a');
    expect(onChange).toHaveBeenCalledWith('a');
  });

  it('hands out its element, so that a form can put focus on it', () => {
    const ref = createRef<HTMLInputElement>();
    render(<TextField label="Title" ref={ref} />);
    ref.current?.focus();
    expect(screen.getByLabelText('Title')).toHaveFocus();
  });
});
