import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Card } from '../Card.tsx';
import { Stack } from '../Stack.tsx';
import { space } from '../tokens.ts';

/** A section of the gallery. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <Stack gap={8}>{children}</Stack>
    </Card>
  );
}

export const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
  gap: ${space(8)};
`;
