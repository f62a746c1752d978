import { type ReactNode, useRef } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

export interface FileButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'flush' | 'disabled'> {
  icon?: ReactNode;
  label: string;
  /** As the input's: '.epub,.pdf'. */
  accept?: string;
  multiple?: boolean;
  /** Chooses a folder, with all the files in it. */
  folder?: boolean;
  onFiles: (files: File[]) => void;
}

/** A button to choose files from this device. */
export function FileButton({ label, accept, multiple, folder = false, onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple || folder}
        {...(folder ? { webkitdirectory: '' } : {})}
        onChange={({ target }) => {
          const files = Array.from(target.files ?? []);
          // Reset, so that the same file can be selected again.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
