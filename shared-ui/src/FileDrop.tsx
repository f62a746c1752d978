import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { FileButton } from './FileButton.tsx';
import { color, duration, font, radius, space, type } from './tokens.ts';

export interface FileDropProps {
  /** What can be dropped: 'Drop books here'. */
  label: string;
  /** Which kinds, how large. */
  hint?: ReactNode;
  buttonLabel: string;
  /**
   * Every dropped or selected file; dropped files are not filtered by
   * `accept`, so that the caller can report refused ones.
   */
  onFiles: (files: File[]) => void;
  /** Reads a drop, for example with folders; by default its plain files. */
  filesOf?: (transfer: DataTransfer) => Promise<File[]>;
  /** As the input's: '.epub,.pdf'. */
  accept?: string;
  multiple?: boolean;
  illustration?: ReactNode;
}

/** A drop zone with a button to select files. */
export function FileDrop({
  label,
  hint,
  buttonLabel,
  onFiles,
  filesOf,
  accept,
  multiple = false,
  illustration,
}: FileDropProps) {
  const id = useId();
  // Entering a child fires leave on its parent, so events are counted.
  const depth = useRef(0);
  const [over, setOver] = useState(false);

  const give = (files: File[]) => {
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
  };
  const enter = (event: DragEvent) => {
    event.preventDefault();
    depth.current += 1;
    setOver(true);
  };
  const leave = () => {
    depth.current = Math.max(0, depth.current - 1);
    if (depth.current === 0) setOver(false);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    const plain = Array.from(event.dataTransfer.files);
    if (filesOf) filesOf(event.dataTransfer).then(give, () => give(plain));
    else give(plain);
  };

  return (
    <Zone
      role="group"
      aria-labelledby={id}
      data-over={over || undefined}
      onDragEnter={enter}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={leave}
      onDrop={drop}
    >
      {illustration}
      <Words id={id}>{label}</Words>
      <FileButton variant="primary" label={buttonLabel} accept={accept} multiple={multiple} onFiles={give} />
      {hint ? <Hint>{hint}</Hint> : null}
    </Zone>
  );
}

const Zone = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: ${space(4)};
  padding: ${space(10)} ${space(5)};
  border: 1.5px dashed ${color.lineStrong};
  border-radius: ${radius.sheet};
  text-align: center;
  transition: background-color ${duration.normal}, border-color ${duration.normal};
  & > svg { inline-size: 8rem; block-size: auto; color: ${color.textMuted}; }
  &[data-over] { background: ${color.accentSoft}; border-color: ${color.accent}; border-style: solid; }
`;

const Words = styled.p`
  font-family: ${font.reading};
  font-size: ${type.large};
`;

const Hint = styled.p`
  color: ${color.textMuted};
  font-size: ${type.small};
`;
