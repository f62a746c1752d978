import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { Tabs } from './Tabs.tsx';

const items = [
  { value: 'library', label: 'Library', badge: 100 },
  { value: 'reading', label: 'Reading', badge: 99 },
  { value: 'notes', label: 'Notes', badge: 0 },
  { value: 'unknown', label: 'Loading' },
] as const;

function Shelf() {
  const [value, setValue] = useState<(typeof items)[number]['value']>('library');
  return (
    <Tabs label="Your library" items={items} value={value} onChange={setValue}>
      The page of {value}
    </Tabs>
  );
}

// After unmounting, because the tabs would handle the events.
afterEach(() => {
  document.documentElement.dir = '';
});

describe('tabs', () => {
  it('[LB-02] [W-06] count up to 99, then say 99+; a zero is said, and nothing where the count is unknown', () => {
    render(<Shelf />);
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Library99+',
      'Reading99',
      'Notes0',
      'Loading',
    ]);
  });

  it('are walked through with the arrow keys, and show their panel', async () => {
    render(<Shelf />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: /Reading/ })).toHaveFocus();
    expect(screen.getByRole('tabpanel')).toHaveTextContent('The page of reading');
    await userEvent.keyboard('{End}');
    expect(screen.getByRole('tabpanel')).toHaveTextContent('The page of unknown');
  });

  it('go the other way where one writes from right to left', async () => {
    document.documentElement.dir = 'rtl';
    render(<Shelf />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tab', { name: /Reading/ })).toHaveFocus();
  });
});
