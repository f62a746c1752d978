/** @jest-environment node */

import { createNavigation } from './navigation.tsx';

const nobody = { pointedAt: () => undefined, pressed: () => undefined };
const place = { pathname: '/library', search: '', hash: '', origin: 'https://example.org' };

describe('the current location', () => {
  it('notifies subscribers only when it changes', () => {
    const navigation = createNavigation(nobody, place);
    const told = jest.fn();
    navigation.location.subscribe(told);
    navigation.arrived({ pathname: '/library', search: '', hash: '', state: null });
    expect(told).not.toHaveBeenCalled();
    navigation.arrived({ pathname: '/library', search: '', hash: '', state: { page: 'notes' } });
    navigation.arrived({ pathname: '/library', search: '?tab=notes', hash: '', state: null });
    expect(told).toHaveBeenCalledTimes(2);
    expect(navigation.location.get().search).toBe('?tab=notes');
  });

  it('is navigated to once the router is connected', () => {
    const navigation = createNavigation(nobody, place);
    navigation.go('/notes');
    const navigate = jest.fn();
    navigation.connect(navigate);
    expect(navigate).toHaveBeenCalledWith('/notes', undefined);
  });
});
