import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { saveFile } from '@lectern/shared-ui/download/saveFile.ts';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import type { Attachment, DocumentLayer, DocumentTools } from '../engine/documentTools.ts';

/** Attachments and layers of a PDF, if any. */
export function DocumentParts({ tools }: { tools: DocumentTools }) {
  const t = useTranslate();
  const { notify } = useHost();
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const [layers, setLayers] = useState<readonly DocumentLayer[]>([]);
  useEffect(() => {
    let isOver = false;
    const load = async () => {
      const [files, parts] = await Promise.all([
        tools.attachments().catch(() => []),
        tools.layers().catch(() => []),
      ]);
      if (isOver) return;
      setAttachments(files);
      setLayers(parts);
    };
    runInBackground(load());
    return () => {
      isOver = true;
    };
  }, [tools]);
  const save = async ({ id, name }: Attachment) => {
    try {
      saveFile(await tools.attachment(id), name);
    } catch {
      notify.show({ tone: 'warning', message: t('This attachment can’t be read.') });
    }
  };
  return (
    <>
      {attachments.length > 0 ? (
        <Part aria-label={t('Attachments')}>
          <h3>{t('Attachments')}</h3>
          <ul>
            {attachments.map((attachment) => (
              <li key={attachment.id}>
                <span dir="auto">
                  {attachment.name}
                  {attachment.description ? <small>{attachment.description}</small> : null}
                </span>
                <Button
                  size="small"
                  icon={<Download />}
                  aria-label={t('Download {{name}}', { name: attachment.name })}
                  onClick={() => runInBackground(save(attachment))}
                >
                  {t('Download')}
                </Button>
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
      {layers.length > 0 ? (
        <Part aria-label={t('Layers')}>
          <h3>{t('Layers')}</h3>
          {layers.map(({ id, name, isVisible }) => (
            <Switch
              key={id}
              label={name}
              checked={isVisible}
              onChange={(visible) => runInBackground(tools.showLayer(id, visible).then(setLayers))}
            />
          ))}
        </Part>
      ) : null}
    </>
  );
}

const Part = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  margin-block-start: ${space(6)};
  padding-block-start: ${space(4)};
  border-block-start: 1px solid ${color.line};
  & > h3 { font-size: ${type.body}; }
  & > ul { display: flex; flex-direction: column; gap: ${space(2)}; padding: 0; }
  & li { display: flex; align-items: center; justify-content: space-between; gap: ${space(3)}; font-size: ${type.small}; }
  & li > span { min-inline-size: 0; overflow-wrap: anywhere; }
  & li small { display: block; color: ${color.textMuted}; }
`;
