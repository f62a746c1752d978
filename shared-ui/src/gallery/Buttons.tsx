import { BookOpen, NotebookPen, Play, Plus, Search, Settings, Share2 } from 'lucide-react';
import { Button } from '../Button.tsx';
import { IconButton } from '../IconButton.tsx';
import { Stack } from '../Stack.tsx';
import { Part } from './Part.tsx';

/** Buttons of every kind, size and state. */
export function Buttons() {
  return (
    <Part title="Buttons">
      <Stack gap={3}>
        {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
          <Stack key={variant} direction="inline" gap={3}>
            <Button variant={variant} size="small">
              Small
            </Button>
            <Button variant={variant}>Medium</Button>
            <Button variant={variant} size="large" icon={<Play />}>
              Continue reading
            </Button>
            <Button variant={variant} busy>
              Saving
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
          </Stack>
        ))}
        <Stack direction="inline" gap={2}>
          <IconButton label="Search" icon={<Search />} size="small" />
          <IconButton label="Share" icon={<Share2 />} />
          <IconButton label="Notes, 99+ unread" icon={<NotebookPen />} badge={120} />
          <IconButton label="Bookmarked" icon={<BookOpen />} aria-pressed />
          <IconButton label="Add" icon={<Plus />} variant="solid" size="large" />
          <IconButton label="Settings" icon={<Settings />} disabled />
        </Stack>
      </Stack>
    </Part>
  );
}
