import { paidActions, ruleOf } from '@lectern/shared-contracts/domain/gamification/points.ts';
import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OnboardingModal } from './OnboardingModal.tsx';

function show() {
  const close = jest.fn();
  const input = { open: true, close };
  renderInHost(<OnboardingModal input={input} />);
  return { close, user: userEvent.setup() };
}
const title = () => screen.getByRole('dialog').querySelector('h2')?.textContent;
const button = (name: string) => screen.getByRole('button', { name });

describe('the onboarding modal', () => {
  it('[GM-06] has five steps with Previous, Next and Get Started!', async () => {
    const { close, user } = show();
    const titles = [title()];
    expect(screen.queryByRole('button', { name: 'Previous' })).not.toBeInTheDocument();
    for (let step = 1; step < 5; step += 1) {
      await user.click(button('Next'));
      titles.push(title());
    }
    expect(titles).toEqual([
      'Welcome to your rewards',
      'Levels',
      'How points are earned',
      'Achievements',
      'Tips',
    ]);
    expect(screen.queryByRole('button', { name: 'Next' })).not.toBeInTheDocument();
    await user.click(button('Previous'));
    expect(title()).toBe('Achievements');
    await user.click(button('Next'));
    await user.click(button('Get Started!'));
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('[U-13] starts on Next', () => {
    show();
    expect(button('Next')).toHaveFocus();
  });

  it.each(['Skip', 'Close'])('[GM-06] %s closes it at any step', async (name) => {
    const { close, user } = show();
    await user.click(button('Next'));
    await user.click(button(name));
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('[GM-06] names the four tiers, and the points of the table', async () => {
    const { user } = show();
    await user.click(button('Next'));
    const dialog = within(screen.getByRole('dialog'));
    for (const [tier, points] of [
      ['Bookworm', '0-99 points'],
      ['Page Turner', '100-499 points'],
      ['Scholar', '500-999 points'],
      ['Literary Legend', '1000+ points'],
    ]) {
      expect(dialog.getByText(tier as string).nextSibling).toHaveTextContent(points as string);
    }
    await user.click(button('Next'));
    for (const action of paidActions.filter((name) => ruleOf(name).available)) {
      expect(dialog.getByText(ruleOf(action).label).nextSibling).toHaveTextContent(
        `+${ruleOf(action).points}`,
      );
    }
  });
});
