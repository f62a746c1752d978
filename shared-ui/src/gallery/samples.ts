export const books = [
  ['Pride and Prejudice', 'Jane Austen'],
  ['Moby-Dick; or, The Whale', 'Herman Melville'],
  ['Middlemarch', 'George Eliot'],
  ['The Brothers Karamazov', 'Fyodor Dostoevsky'],
  ['Walden', 'Henry David Thoreau'],
  ['The Strange Case of Dr Jekyll and Mr Hyde', 'Robert Louis Stevenson'],
  ['Leaves of Grass', 'Walt Whitman'],
  ['A Room of One’s Own', 'Virginia Woolf'],
  ['Ulysses', 'James Joyce'],
  ['The Time Machine', 'H. G. Wells'],
  ['ألف ليلة وليلة', 'مجهول'],
  ['Free Culture: How Big Media Uses Technology and the Law to Lock Down Culture', 'Lawrence Lessig'],
] as const;

export const nothing = () => {};
