import { createInstallOffer } from '@lectern/client/pwa/installPrompt.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { InstallPrompt } from '../SignedInLayout.tsx';
import { UpdatePrompt } from './UpdatePrompt.tsx';

describe('the install prompt', () => {
  const possible = (target: EventTarget, prompt = jest.fn()) => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
    act(() => {
      target.dispatchEvent(event);
    });
    return prompt;
  };

  it('[LY-06] appears on the next page when installing is possible, with Install and Not now', async () => {
    const target = new EventTarget();
    const { host } = renderInHost(<InstallPrompt offer={createInstallOffer(target, localStorage)} />);
    expect(screen.queryByRole('button', { name: 'Install' })).not.toBeInTheDocument();
    const prompt = possible(target);
    // It does not shift the current page; it appears on the next one.
    expect(screen.queryByRole('button', { name: 'Install' })).not.toBeInTheDocument();
    act(() => host.navigation.go('/library'));
    await userEvent.click(screen.getByRole('button', { name: 'Install' }));
    expect(prompt).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button', { name: 'Install' })).not.toBeInTheDocument();
  });

  it('[LY-06] is dismissed by Not now', async () => {
    const target = new EventTarget();
    const offer = createInstallOffer(target, localStorage);
    const prompt = possible(target);
    renderInHost(<InstallPrompt offer={offer} />);
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
    expect(screen.queryByRole('button', { name: 'Install' })).not.toBeInTheDocument();
    expect(prompt).not.toHaveBeenCalled();
    // It does not appear again at the next visit.
    const later = new EventTarget();
    const next = createInstallOffer(later, localStorage);
    possible(later);
    expect(next.offered.get()).toBe(false);
    localStorage.clear();
  });
});

describe('a new version', () => {
  it('[PW-02] is offered with the text of the specification, and activated on OK', async () => {
    const waiting = createWritable(false);
    const apply = jest.fn();
    renderInHost(<UpdatePrompt updates={{ waiting, apply }} />);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    act(() => waiting.set(true));
    expect(
      await screen.findByText('New content available! Click OK to refresh and update.'),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(apply).toHaveBeenCalledTimes(1);
  });

  it('is not offered while the reader is typing, but when the field loses the focus', async () => {
    const waiting = createWritable(false);
    renderInHost(
      <>
        <textarea aria-label="Note" />
        <button type="button">Save</button>
        <UpdatePrompt updates={{ waiting, apply: jest.fn() }} />
      </>,
    );
    await userEvent.type(screen.getByLabelText('Note'), 'In the middle of');
    act(() => waiting.set(true));
    await userEvent.type(screen.getByLabelText('Note'), ' a sentence.');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.queryByText(/New content available/)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/New content available/, {}, { timeout: 3_000 })).toBeInTheDocument();
  });
});
