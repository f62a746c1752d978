import { styled } from 'styled-components';
import { Avatar } from '../Avatar.tsx';
import { Badge } from '../Badge.tsx';
import { Banner } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import { Kbd } from '../Kbd.tsx';
import { ProgressBar } from '../ProgressBar.tsx';
import { ProgressRing } from '../ProgressRing.tsx';
import { Snackbar } from '../Snackbar.tsx';
import { Stack } from '../Stack.tsx';
import { font, type } from '../tokens.ts';
import { Columns, Part } from './Part.tsx';
import { nothing } from './samples.ts';

/** Banners, progress and badges. */
export function Feedback() {
  return (
    <Part title="Telling">
      <Stack gap={3}>
        <Banner
          tone="warning"
          message="You are offline"
          detail="Three changes will be sent when you are back."
        />
        <Banner
          tone="danger"
          message="Two notes could not be saved."
          detail="They are safe on this device."
          action={<Button size="small">Try Again</Button>}
        />
        <Banner tone="success" message="Everything is up to date." />
        <Banner tone="info" message="A new version is ready." action={<Button size="small">Reload</Button>} />
        <Snackbar tone="success" message="3 notes synced" onClose={nothing} />
        <Snackbar
          tone="danger"
          message="The book could not be opened."
          action={{ label: 'Try Again', onSelect: nothing }}
        />
      </Stack>
      <Columns>
        <ProgressBar label="Middlemarch" value={42} valueText="42 %" showLabel />
        <ProgressBar label="Reading the file" showLabel />
        <ProgressBar label="Page" value={70} thickness="hairline" />
        <Stack direction="inline" gap={5}>
          <ProgressRing label="Today" value={12} max={20} valueText="12 of 20 minutes">
            <Figure>12</Figure>
            <small>minutes</small>
          </ProgressRing>
          <ProgressRing label="Goal" value={5} max={5} size={48} />
          <ProgressRing label="None" value={0} size={48} />
        </Stack>
        <Stack direction="inline" gap={3}>
          <Badge count={3} />
          <Badge count={240} />
          <Badge>Draft</Badge>
          <Badge tone="progress">42 %</Badge>
          <Badge tone="danger">Failed</Badge>
          <Badge tone="warning">Waiting</Badge>
          <Badge tone="success">Done</Badge>
          <Badge tone="info">New</Badge>
        </Stack>
        <Stack direction="inline" gap={3}>
          <Avatar name="Ursula K. Le Guin" />
          <Avatar name="Homer" size={48} />
          <span>
            <Kbd>Ctrl</Kbd> <Kbd>K</Kbd>
          </span>
        </Stack>
      </Columns>
    </Part>
  );
}

const Figure = styled.strong`
  font-family: ${font.reading};
  font-size: ${type.title};
  font-weight: 500;
  line-height: 1;
`;
