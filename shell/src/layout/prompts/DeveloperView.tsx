import type { FailureStage } from '@lectern/client/registry/failure.ts';
import { useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, layer, radius, shadow, space, type } from '@lectern/shared-ui/tokens.ts';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useLoaded } from '../../boundaries/useLoaded.ts';
import { useShell } from '../../host/shell.ts';
import type { LoadReport, RemotePart } from '../../remotes/federation/loader.ts';

/** Outlines a page or a fill, and names its module, version and contract. */
export function Outline({ part, children }: { part: RemotePart; children: ReactNode }) {
  const { loader } = useShell();
  const remotes = useLoaded(() => loader.inUse(), [], [loader, part.remote]);
  const used = remotes.find(({ description }) => description.name === part.remote)?.description;
  const built = used ? `${used.version}, contract ${used.contract}` : '';
  return (
    <Framed>
      <Name>{`${part.remote}/${part.expose} ${built}`}</Name>
      {children}
    </Framed>
  );
}

/** The loads of this page, each with its stages and the id that a problem report names. */
export function Loads() {
  const t = useTranslate();
  const loads = useReadable(useShell().loader.loads);
  const title = t('Loads of this page');
  return (
    <Panel open>
      <summary>{title}</summary>
      <table aria-label={title}>
        <tbody>
          {loads.map((load) => (
            // One that crashes later is listed again.
            <tr key={`${load.id} ${load.failure?.stage}`}>
              <td>{load.id}</td>
              <td>{`${load.remote}/${load.expose} ${load.version}`}</td>
              <td>{stagesOf(load)}</td>
              <td>{`${Math.round(load.milliseconds)} ms`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

const stages: readonly FailureStage[] = ['registry', 'gate', 'entry', 'init', 'page', 'render'];

/** The stages that it passed, and where it failed: 'registry ✓ gate ✗ contract'. */
function stagesOf({ failure }: LoadReport): string {
  // That it was rendered is known only if it fails.
  const last = failure?.stage ?? 'render';
  const passed = stages.slice(0, stages.indexOf(last)).map((stage) => `${stage} ✓`);
  return [...passed, ...(failure ? [`${last} ✗ ${failure.code}`] : [])].join(' ');
}

const Framed = styled.div`
  position: relative;
  outline: 2px dashed ${color.accent};
`;

const Name = styled.span`
  position: absolute;
  inset-block-start: 0;
  inset-inline-end: 0;
  z-index: ${layer.sticky};
  padding-inline: ${space(2)};
  background: ${color.surfaceRaised};
  font-size: ${type.small};
`;

const Panel = styled.details`
  position: fixed;
  inset-block-end: ${space(4)};
  inset-inline-end: ${space(4)};
  z-index: ${layer.overlay};
  overflow: auto;
  max-inline-size: min(60rem, calc(100vw - 2rem));
  max-block-size: 40vh;
  padding: ${space(2)} ${space(4)};
  border-radius: ${radius.sheet};
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.float};
  font-size: ${type.small};

  td { padding-inline-end: ${space(4)}; }
`;
