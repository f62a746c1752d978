import { styled } from 'styled-components';
import { Button } from '../Button.tsx';
import { Card } from '../Card.tsx';
import { ListTable } from '../ListTable.tsx';
import { palettes } from '../palette.ts';
import { SortHeader } from '../SortHeader.tsx';
import { Stack } from '../Stack.tsx';
import { color, font, space, type } from '../tokens.ts';
import { Columns, Part } from './Part.tsx';
import { books, nothing } from './samples.ts';

/** Tables, font sizes, palettes and cards. */
export function Texts() {
  return (
    <>
      <Part title="A table">
        <ListTable caption="Books">
          <thead>
            <tr>
              <SortHeader sorted="ascending" onSort={nothing}>
                Title
              </SortHeader>
              <SortHeader onSort={nothing}>Author</SortHeader>
              <SortHeader onSort={nothing} align="end">
                Minutes
              </SortHeader>
            </tr>
          </thead>
          <tbody>
            {books.slice(0, 4).map(([title, author], index) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>{author}</td>
                <td data-align="end">{[1204, 86, 3, 415][index]}</td>
              </tr>
            ))}
          </tbody>
        </ListTable>
      </Part>
      <Part title="Type and colour">
        <Stack gap={2}>
          {Object.entries(type).map(([name, fontSize]) => (
            <p key={name} style={{ fontSize, fontFamily: font.reading }}>
              The quiet of a room full of books <small>{name}</small>
            </p>
          ))}
        </Stack>
        <Columns>
          {Object.keys(palettes).map((name) => (
            <Swatches key={name} data-palette={name}>
              <p>
                Call me <mark data-mark="Yellow">Ishmael</mark>. Some <mark data-mark="Green">years ago</mark>{' '}
                — never mind <mark data-mark="Blue">how long</mark> precisely — having{' '}
                <mark data-mark="Pink">little or no money</mark> in my purse, and{' '}
                <mark data-mark="Purple">nothing particular</mark> to interest me on shore, I thought I would
                sail about a little.
              </p>
            </Swatches>
          ))}
        </Columns>
        <Columns>
          <Card
            title="A ruled card"
            actions={
              <Button size="small" variant="quiet">
                All notes
              </Button>
            }
          >
            <p>Rule and space.</p>
          </Card>
          <Card title="A raised card" variant="raised">
            <p>Paper with an edge.</p>
          </Card>
        </Columns>
      </Part>
    </>
  );
}

const Swatches = styled.div`
  padding: ${space(6)};
  font-family: ${font.reading};
  line-height: 1.7;
  & mark { color: inherit; padding-inline: 0.1em; }
  & [data-mark='Yellow'] { background: ${color.highlightYellow}; }
  & [data-mark='Green'] { background: ${color.highlightGreen}; }
  & [data-mark='Blue'] { background: ${color.highlightBlue}; }
  & [data-mark='Pink'] { background: ${color.highlightPink}; }
  & [data-mark='Purple'] { background: ${color.highlightPurple}; }
`;
