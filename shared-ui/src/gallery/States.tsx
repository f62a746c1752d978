import { useState } from 'react';
import { Button } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { FileDrop } from '../FileDrop.tsx';
import { Compass } from '../illustrations/Compass.tsx';
import { OpenBook } from '../illustrations/OpenBook.tsx';
import { Quill } from '../illustrations/Quill.tsx';
import { Shelf } from '../illustrations/Shelf.tsx';
import { Lamp } from '../illustrations.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { Stack } from '../Stack.tsx';
import { Columns, Part } from './Part.tsx';

/** Skeletons, empty states, errors and drop zones. */
export function States() {
  const [dropped, setDropped] = useState<string[]>([]);

  return (
    <Part title="Waiting, nothing, failing">
      <Columns>
        <Stack direction="inline" gap={5} align="flex-start" wrap={false}>
          <Skeleton shape="cover" width="96px" />
          <Stack gap={4} style={{ flex: 1 }}>
            <Skeleton shape="title" />
            <Skeleton shape="paragraph" />
            <Skeleton shape="circle" />
          </Stack>
        </Stack>
        <EmptyState
          illustration={<OpenBook />}
          title="No books in your library yet"
          message="Bring an EPUB or a PDF, and it opens here on every device."
          action={<Button variant="primary">Upload Your First Book</Button>}
        />
        <EmptyState
          illustration={<Shelf />}
          title="No completed books"
          message="Finish one and it stands here."
        />
        <EmptyState illustration={<Quill />} title="No notes yet" message="Mark a sentence while you read." />
        <EmptyState
          illustration={<Compass />}
          title="Nothing found for ‘whael’"
          message="Try fewer letters."
        />
        <EmptyState illustration={<Lamp />} title="A quiet evening" message="Twenty minutes are a chapter." />
        <ErrorState
          title="Failed to load your library"
          message="Your books are safe. Check the connection and try once more."
          actions={
            <>
              <Button variant="primary">Try Again</Button>
              <Button>Go to Dashboard</Button>
            </>
          }
          detail="library/503"
        />
        <FileDrop
          label={dropped.length > 0 ? dropped.join(', ') : 'Drop books here'}
          hint="EPUB or PDF, up to 200 MB each"
          buttonLabel="Choose files"
          accept=".epub,.pdf"
          multiple
          illustration={<OpenBook />}
          onFiles={(files) => setDropped(files.map((file) => file.name))}
        />
      </Columns>
    </Part>
  );
}
