import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

export const DeviceList = styled.ul.attrs({ role: 'list' })`
  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: ${space(2)} ${space(4)};
    padding-block: ${space(3)};
    border-block-start: 1px solid ${color.line};
  }
  & > li:first-child { border: 0; padding-block-start: 0; }
  & > li > div { display: grid; }
  & small { color: ${color.textMuted}; font-size: ${type.small}; }
`;
