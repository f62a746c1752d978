import type { MarksProof, MarkVerdict, markRoutes } from '@lectern/shared-contracts/api/marks.ts';
import type { RouteHandlers } from '../../http/routing/route.ts';
import { AppError } from '../../run/common/errors.ts';
import { byText, pageAnswer, readPage } from '../../store/paging/pages.ts';
import { undoImport, writeMarks } from './importMarks.ts';
import { type ChosenBook, type MarkServices, type PlacedSet, placeSets } from './placeMarks.ts';
import { markLimits } from './reading/formats/mark.ts';

/** Marks that a proof lists, and characters of each text. */
const listed = { marks: 500, characters: 500 };
const order: readonly MarkVerdict[] = ['not_found', 'near', 'placed', 'known'];

export const markHandlers: RouteHandlers<keyof typeof markRoutes> = {
  'POST /marks/proof': {
    untransacted: true,
    async handle({ services, user, body }) {
      return proofOf(await read(services, user.id, body));
    },
  },

  'POST /marks/import': {
    untransacted: true,
    async handle({ services, user, body, commit }) {
      const sets = await read(services, user.id, body);
      return commit(async (db) => ({
        import: await writeMarks(db, user.id, { name: body.name, sets }, services.now()),
      }));
    },
  },

  'GET /marks/imports': async ({ db, user, query }) => {
    const from = db.selectFrom('mark_imports').where('user_id', '=', user.id);
    const inOrder = { order: byText('created_at', 'id'), direction: 'desc' } as const;
    return pageAnswer(
      await readPage(query, { from, ...inOrder }, (rows) => rows.map(({ user_id: _owner, ...row }) => row)),
    );
  },

  'DELETE /marks/imports/:id': ({ db, user, params }) => undoImport(db, user.id, params.id),
};

async function read(
  services: MarkServices,
  userId: string,
  { content, books }: { content: string; books?: ChosenBook[] },
): Promise<PlacedSet[]> {
  const file = Buffer.from(content, 'base64');
  if (file.length > markLimits.fileBytes) throw new AppError('marks_too_many');
  return placeSets(services, userId, await services.marks.read(userId, file), books);
}

function proofOf(sets: readonly PlacedSet[]): MarksProof {
  const all = sets.flatMap(({ marks }, set) => marks.map((placed) => ({ ...placed, set })));
  const counts = { placed: 0, near: 0, not_found: 0, known: 0 };
  for (const { verdict } of all) counts[verdict] += 1;
  const short = (text: string | null | undefined) => (text ?? '').slice(0, listed.characters).toWellFormed();
  return {
    sets: sets.map(({ about, total, book }) => ({
      title: about.title,
      author: about.author,
      marks: total,
      book: book && { id: book.id, title: book.title },
    })),
    counts,
    items: all
      .toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
      .slice(0, listed.marks)
      .map(({ set, verdict, page, mark }) => ({
        set,
        verdict,
        kind: mark.kind,
        text: short(mark.quote?.exact),
        note: short([mark.title, mark.body].filter(Boolean).join(': ')),
        color: mark.color,
        page,
      })),
  };
}
