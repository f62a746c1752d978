/** @jest-environment node */
import { correctedSession, localMoment, type SessionDraft } from './sessionByHand.ts';

const now = new Date(2026, 2, 5, 9, 0);
const [started, ended] = [new Date(2026, 2, 4, 21, 0, 20), new Date(2026, 2, 5, 6, 0, 40)];
const before = { startedAt: started.toISOString(), endedAt: ended.toISOString(), seconds: 32_410, pages: 3 };
const first: SessionDraft = {
  started: localMoment(started),
  ended: localMoment(ended),
  minutes: 540,
  pages: 3,
};
const corrected = (draft: Partial<SessionDraft>) =>
  correctedSession(before, first, { ...first, ...draft }, now);

test('nothing touched is no change, whatever the fields cannot show', () => {
  expect(corrected({})).toEqual({ change: {}, problem: null });
});

test('trimmed at its end, it is as long as what is left', () => {
  expect(corrected({ ended: '2026-03-04T21:40' })).toEqual({
    change: { endTime: new Date(2026, 2, 4, 21, 40).toISOString(), totalSeconds: 39 * 60 + 40 },
    problem: null,
  });
});

test('minutes and pages', () => {
  expect(corrected({ minutes: 40, pages: null }).change).toEqual({ totalSeconds: 2_400, pagesRead: 0 });
});

test.each([
  [{ started: '' }, 'moment'],
  [{ ended: '2026-03-04T20:00' }, 'order'],
  [{ ended: '2026-03-05T09:01' }, 'future'],
  [{ minutes: 600 }, 'minutes'],
  [{ minutes: null }, 'minutes'],
] as const)('%j is refused for its %s', (draft, problem) => {
  expect(corrected(draft)).toEqual({ change: null, problem });
});
