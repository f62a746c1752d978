import { waitFor } from '@testing-library/react';
import type { FieldValues } from '../../engine/fields.ts';
import { parseFieldValues } from '../../engine/fields.ts';
import { saveFields, valuesInFile } from './formFields.ts';

/** A form as pdf.js shows it, which keeps itself what is written. */
function form(known: FieldValues = {}, ofFile: FieldValues = {}) {
  const container = document.createElement('div');
  container.innerHTML = `<section><input type="text" data-element-id="name"></section>
    <section><input type="checkbox" data-element-id="agree"></section>
    <section><input type="password" data-element-id="secret"></section>
    <section><input type="search"></section>`;
  const map = new Map<string, Record<string, unknown>>();
  const storage = {
    setValue: (id: string, value: object) => {
      map.set(id, { ...map.get(id), ...value });
    },
    remove: (id: string) => map.delete(id),
    serializable: { map },
  };
  for (const field of container.querySelectorAll('input'))
    field.addEventListener('input', () => {
      const value = field.type === 'checkbox' ? field.checked : field.value;
      storage.setValue(field.dataset.elementId ?? 'other', { value });
    });
  const kept: FieldValues[] = [];
  const controller = new AbortController();
  let tell = (_: FieldValues) => {};
  const saver = {
    watch(onValues: (values: FieldValues) => void) {
      tell = onValues;
      onValues(known);
      return () => {};
    },
    keep: (values: FieldValues) => {
      kept.push(values);
    },
  };
  saveFields(container, storage, async () => ofFile, saver, controller.signal);
  const write = (type: string, change: (field: HTMLInputElement) => void) => {
    const field = container.querySelector(`[type="${type}"]`) as HTMLInputElement;
    change(field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return { container, map, kept, write, tell, end: () => controller.abort() };
}

test('changes of form fields are reported, except passwords', () => {
  const { kept, write, end } = form();
  write('text', (field) => {
    field.value = 'Ada';
  });
  write('checkbox', (field) => {
    field.checked = true;
  });
  write('password', (field) => {
    field.value = 'hidden';
  });
  expect(kept.at(-1)).toEqual({ name: 'Ada', agree: true });
  end();
  write('text', (field) => {
    field.value = 'Eve';
  });
  expect(kept).toHaveLength(3);
});

test('stored values are restored, also when the page is rendered again', () => {
  const { map, write } = form({ name: 'Ada', agree: true });
  expect(map.get('name')).toEqual({ value: 'Ada', formattedValue: 'Ada' });
  expect(map.get('agree')).toEqual({ value: true });
  write('text', (field) => {
    field.value = 'Ada L.';
  });
  expect(map.get('name')).toEqual({ value: 'Ada L.', formattedValue: 'Ada L.' });
});

test('values from another device are shown in fields that are already rendered', () => {
  const { container, map, tell } = form();
  tell({ name: 'Ada', agree: true });
  expect(map.get('name')).toEqual({ value: 'Ada', formattedValue: 'Ada' });
  expect(container.querySelector<HTMLInputElement>('[type="text"]')?.value).toBe('Ada');
  expect(container.querySelector<HTMLInputElement>('[type="checkbox"]')?.checked).toBe(true);
});

test('[Y-07] fields that another device has reset show what the file says, and are not sent back', async () => {
  const { container, map, kept, write, tell } = form(
    { name: 'Ada', agree: true },
    { name: 'Your name', agree: false },
  );
  const [name, agree] = container.querySelectorAll('input');
  tell({ name: 'Ada', agree: true });
  tell({ agree: true });
  await waitFor(() => expect(name?.value).toBe('Your name'));
  expect(map.has('name')).toBe(false);
  write('checkbox', () => {});
  expect(kept.at(-1)).toEqual({ agree: true });
  tell({});
  await waitFor(() => expect(agree?.checked).toBe(false));
});

test('[Y-07] a field that is reset while it has the focus is reset when it is left, unless it was changed', async () => {
  const { container, kept, tell } = form({ name: 'Ada' }, { name: 'Your name' });
  document.body.append(container);
  const [name, agree] = container.querySelectorAll('input');
  name?.focus();
  tell({});
  expect(name?.value).not.toBe('Your name');
  name?.click();
  expect(kept.at(-1)).toEqual({});
  agree?.focus();
  await waitFor(() => expect(name?.value).toBe('Your name'));
  tell({ name: 'Grace' });
  name?.focus();
  tell({});
  if (name) name.value = 'Grace Hopper';
  name?.dispatchEvent(new Event('input', { bubbles: true }));
  agree?.focus();
  expect(kept.at(-1)).toEqual({ name: 'Grace Hopper' });
  expect(name?.value).toBe('Grace Hopper');
  container.remove();
});

test.each([
  [null, {}],
  ['x', {}],
  [
    { a: 'x', b: true, c: ['1', '2'], d: 3, e: [1], f: null },
    { a: 'x', b: true, c: ['1', '2'] },
  ],
])('of what is stored only what can be a value is taken: %j', (stored, expected) => {
  expect(parseFieldValues(stored)).toEqual(expected);
});

test('[Y-07] a value of another device for the field that has the focus is not sent back, and is shown when it is left', async () => {
  const { container, kept, write, tell } = form({ name: 'Ada' });
  document.body.append(container);
  const [name, agree] = container.querySelectorAll('input');
  name?.focus();
  tell({ name: 'Grace' });
  expect(name?.value).toBe('Ada');
  name?.click();
  expect(kept.at(-1)).toEqual({ name: 'Grace' });
  agree?.focus();
  await waitFor(() => expect(name?.value).toBe('Grace'));
  write('checkbox', (field) => {
    field.checked = true;
  });
  expect(kept.at(-1)).toEqual({ name: 'Grace', agree: true });
  container.remove();
});

test('values in the file: text, choices, and whether a box is checked', () => {
  const fields = new Map<string, object[]>([
    ['name', [{ id: '1R', type: 'text', value: 'Your name' }]],
    ['empty', [{ id: '2R', type: 'text' }]],
    ['agree', [{ id: '3R', type: 'checkbox', value: 'Off', exportValues: 'Yes' }]],
    [
      'color',
      [
        { id: '4R', type: 'radiobutton', value: 'red', exportValues: 'red' },
        { id: '5R', type: 'radiobutton', value: 'red', exportValues: 'blue' },
      ],
    ],
    ['days', [{ id: '6R', type: 'listbox', value: ['monday'] }]],
  ]);
  expect(valuesInFile(fields)).toEqual({
    '1R': 'Your name',
    '2R': '',
    '3R': false,
    '4R': true,
    '5R': false,
    '6R': ['monday'],
  });
  expect(valuesInFile(null)).toEqual({});
});
