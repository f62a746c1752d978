import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { FileDrop } from './FileDrop.tsx';

const epub = new File(['a'], 'walden.epub');
const pdf = new File(['b'], 'walden.pdf');

function zone(properties: Partial<Parameters<typeof FileDrop>[0]> = {}) {
  const onFiles = jest.fn();
  render(
    <FileDrop
      label="Drop books here"
      buttonLabel="Choose files"
      onFiles={onFiles}
      multiple
      {...properties}
    />,
  );
  return { onFiles, place: screen.getByRole('group', { name: 'Drop books here' }) };
}

describe('a place for files', () => {
  it('takes what is dropped on it', () => {
    const { onFiles, place } = zone();
    fireEvent.drop(place, { dataTransfer: { files: [epub, pdf] } });
    expect(onFiles).toHaveBeenCalledWith([epub, pdf]);
  });

  it('takes what is picked, without dragging', async () => {
    const { onFiles, place } = zone();
    const input = place.querySelector('input') as HTMLInputElement;
    const opened = jest.spyOn(input, 'click');
    await userEvent.click(screen.getByRole('button', { name: 'Choose files' }));
    expect(opened).toHaveBeenCalled();
    fireEvent.change(input, { target: { files: [epub] } });
    expect(onFiles).toHaveBeenCalledWith([epub]);
  });

  it('takes one where one is asked for', () => {
    const one = zone({ multiple: false });
    fireEvent.drop(one.place, { dataTransfer: { files: [epub, pdf] } });
    expect(one.onFiles).toHaveBeenCalledWith([epub]);
  });
});
